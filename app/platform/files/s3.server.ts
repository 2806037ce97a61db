/** Files in an S3-compatible bucket. The client is loaded on first use. */
import type { S3Client, S3ClientConfig } from "@aws-sdk/client-s3";
import { FILE_KEY } from "./file-key.ts";
import type { Files } from "./file-store.ts";

export type S3Place = {
  endpoint: string;
  bucket: string;
  /** Prefix of every key, with its slash; empty for the bucket's root. */
  prefix: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

const EXAMPLE = "https://KEY:SECRET@s3.example/bucket?region=eu-west-1";

/**
 * Parses `https://KEY:SECRET@host/bucket/prefix?region=eu-west-1`; plain http is for a loopback host only. Throws a
 * sentence that says what it must be, without the name of the setting.
 */
export function readS3Url(text: string): S3Place {
  if (!URL.canParse(text)) throw new Error(`must be an address such as ${EXAMPLE}`);
  const url = new URL(text);
  const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && loopback))
    throw new Error(`must begin with https://, for example ${EXAMPLE}`);
  const [bucket, ...rest] = url.pathname.split("/").filter(Boolean).map(decoded);
  if (!bucket) throw new Error(`must name a bucket, for example ${EXAMPLE}`);
  if (!url.username || !url.password)
    throw new Error(`must carry a key and a secret, for example ${EXAMPLE}`);
  return {
    endpoint: `${url.protocol}//${url.host}`,
    bucket,
    prefix: rest.length > 0 ? `${rest.join("/")}/` : "",
    region: url.searchParams.get("region") ?? "us-east-1",
    accessKeyId: decoded(url.username),
    secretAccessKey: decoded(url.password),
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Error("has a % that is no escape: write it as %25");
  }
}

/** A client for one place. `sdk` is loaded by the caller, on first use. */
export const s3Client = (
  sdk: typeof import("@aws-sdk/client-s3"),
  { endpoint, region, accessKeyId, secretAccessKey }: S3Place,
  more: Pick<S3ClientConfig, "maxAttempts" | "requestHandler">,
): S3Client =>
  new sdk.S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Path style works with every S3-compatible server; not every one has a host name for each bucket.
    forcePathStyle: true,
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    ...more,
  });

/** Deadline of a call with its retries and its body: shorter than that of a request (server/deadline.ts). */
const CALL_MS = 8000;

/** The SDK's own time-outs only warn, and none covers a body that stalls. */
function inTime<T>(ms: number, call: (abortSignal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(ms);
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(new Error(`the file store took more than ${ms} ms`)));
  });
  return Promise.race([call(signal), late]);
}

/** Files in the bucket of an S3 address. Every call fails after `callMs`. */
export function s3Files(text: string, callMs = CALL_MS): Files {
  const place = readS3Url(text);
  let opened: Promise<{ sdk: typeof import("@aws-sdk/client-s3"); client: S3Client }> | null = null;
  const open = () =>
    (opened ??= import("@aws-sdk/client-s3").then((sdk) => ({
      sdk,
      client: s3Client(sdk, place, {
        maxAttempts: 3,
        requestHandler: { connectionTimeout: 3000, socketTimeout: callMs },
      }),
    })));
  const at = (key: string) => {
    if (!FILE_KEY.test(key)) throw new Error("not a file key");
    return { Bucket: place.bucket, Key: place.prefix + key };
  };
  return {
    async put(key, bytes, contentType) {
      const { sdk, client } = await open();
      const put = new sdk.PutObjectCommand({ ...at(key), Body: bytes, ContentType: contentType });
      await inTime(callMs, (abortSignal) => client.send(put, { abortSignal }));
    },
    async get(key) {
      if (!FILE_KEY.test(key)) return null;
      const { sdk, client } = await open();
      try {
        return await inTime(callMs, async (abortSignal) => {
          const { Body } = await client.send(new sdk.GetObjectCommand(at(key)), { abortSignal });
          return Body ? Body.transformToByteArray() : null;
        });
      } catch (problem) {
        if (
          problem instanceof sdk.NoSuchKey ||
          (problem as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === 404
        )
          return null;
        throw problem;
      }
    },
    async remove(key) {
      const { sdk, client } = await open();
      const remove = new sdk.DeleteObjectCommand(at(key));
      await inTime(callMs, (abortSignal) => client.send(remove, { abortSignal }));
    },
    async *list() {
      const { sdk, client } = await open();
      let from: string | undefined;
      do {
        const page = new sdk.ListObjectsV2Command({
          Bucket: place.bucket,
          Prefix: place.prefix,
          ContinuationToken: from,
        });
        const { Contents = [], NextContinuationToken } = await inTime(callMs, (abortSignal) =>
          client.send(page, { abortSignal }),
        );
        for (const { Key = "" } of Contents) {
          const key = Key.slice(place.prefix.length);
          if (FILE_KEY.test(key)) yield key;
        }
        from = NextContinuationToken;
      } while (from);
    },
  };
}
