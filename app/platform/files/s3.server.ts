/** Uploaded files in an S3-compatible bucket. */
import { FILE_KEY } from "./file-key.ts";
import { FileNotStored, type Files } from "./file-store.ts";
import { openBucket } from "./s3-bucket.server.ts";
import { readS3Url } from "./s3-url.ts";

/**
 * The time limit of a call, including its retries and its body. It is shorter than the time limit of a request
 * (server/http/deadline.ts).
 */
const CALL_MS = 8000;
const ATTEMPTS = 3;

/** Opens a store of files in a bucket. Every call that takes longer than `callMs` fails. */
export function s3Files(text: string, callMs = CALL_MS): Files {
  const bucket = openBucket(readS3Url(text));
  const inTime = () => ({ signal: AbortSignal.timeout(callMs), attempts: ATTEMPTS });
  const named = (key: string) => {
    if (!FILE_KEY.test(key)) throw new Error("not a file key");
    return key;
  };
  return {
    async put(key, bytes, contentType) {
      const name = named(key);
      await bucket.put(name, { bytes, contentType }, inTime()).catch((error: unknown) => {
        throw new FileNotStored(error);
      });
    },
    get: async (key) => (FILE_KEY.test(key) ? bucket.get(key, inTime()) : null),
    remove: async (key) => bucket.remove(named(key), inTime()),
    async *list() {
      for await (const { name } of bucket.list("", inTime)) if (FILE_KEY.test(name)) yield name;
    },
  };
}
