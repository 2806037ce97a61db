/**
 * A client of an S3-compatible bucket. aws4fetch signs the requests. Node's own http client sends the requests, so that
 * files of gigabytes can be streamed.
 */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import * as http from "node:http";
import * as https from "node:https";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { AwsV4Signer } from "aws4fetch";
import type { S3Place } from "./s3-url.ts";

/** `attempts` counts the first attempt, too. A network error, or a status of 500 or more, leads to the next attempt. */
export type CallOptions = { signal: AbortSignal; attempts?: number };
type Body = { bytes: Uint8Array; contentType: string } | { file: string; size: number };
type Call = { method: string; name?: string; query?: Record<string, string>; body?: Body };
type Reply = { status: number; body: Buffer };
export type S3Object = { name: string; bytes: number; at: Date };

/** A connection is closed after this time without data. */
const IDLE_MS = 60_000;
const PAUSE_MS = 100;

/**
 * Returns the calls of a bucket. Object names are without the prefix that the bucket's URL contains. If the bucket
 * refuses a call or does not respond, the call throws an error. The error's message has one line and contains no secret
 * keys.
 */
export function openBucket(place: S3Place) {
  const call = async (request: Call, { signal, attempts = 1 }: CallOptions): Promise<Reply> => {
    for (let left = attempts - 1; ; left--) {
      const reply = await send(place, request, signal).catch((error: Error) => {
        if (signal.aborted) throw new Error("the bucket did not answer in time", { cause: error });
        if (left === 0) throw error;
        return null;
      });
      if (reply && (reply.status < 500 || left === 0)) return accepted(reply);
      await sleep(PAUSE_MS * (attempts - left), undefined, { signal });
    }
  };
  return {
    async put(name: string, body: Body, options: CallOptions): Promise<void> {
      await call({ method: "PUT", name, body }, options);
    },
    /** Returns the bytes of an object; null if there is no such object. */
    async get(name: string, options: CallOptions): Promise<Buffer | null> {
      const { status, body } = await call({ method: "GET", name }, options);
      return status === 404 ? null : body;
    },
    async remove(name: string, options: CallOptions): Promise<void> {
      await call({ method: "DELETE", name }, options);
    },
    /**
     * Lists every object whose name begins with `begin`. The bucket sends the list in pages. `options` is called for
     * each page, so that each page has its own time limit.
     */
    async *list(begin: string, options: () => CallOptions): AsyncGenerator<S3Object> {
      for (let from: string | undefined; ;) {
        const query = {
          "list-type": "2",
          prefix: place.prefix + begin,
          ...(from !== undefined && { "continuation-token": from }),
        };
        const page = (await call({ method: "GET", query }, options())).body.toString("utf8");
        for (const object of page.split("<Contents>").slice(1))
          yield {
            name: textOf(object, "Key").slice(place.prefix.length),
            bytes: Number(textOf(object, "Size")),
            at: new Date(textOf(object, "LastModified")),
          };
        from = textOf(page, "NextContinuationToken") || undefined;
        if (from === undefined) return;
      }
    },
  };
}

/** Returns a successful reply, or a 404 for a missing object. Throws for any other status, and for a missing bucket. */
function accepted(reply: Reply): Reply {
  const { status, body } = reply;
  const code = status < 300 ? "" : textOf(body.toString("utf8"), "Code");
  if (status < 300 || (status === 404 && code !== "NoSuchBucket")) return reply;
  throw new Error(`the bucket answered ${status}${code && ` ${code}`}`);
}

async function send(
  place: S3Place,
  { method, name, query = {}, body }: Call,
  signal: AbortSignal,
): Promise<Reply> {
  // The bucket's name is in the path, because some S3-compatible servers have no separate host name for each bucket.
  const path = [place.bucket, ...(name === undefined ? [] : (place.prefix + name).split("/"))];
  const search = Object.entries(query).map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
  const url = new URL(`${place.endpoint}/${path.map(encodeURIComponent).join("/")}?${search.join("&")}`);
  const bytes = body && "bytes" in body ? body.bytes : new Uint8Array();
  const length = body && "file" in body ? body.size : bytes.byteLength;
  // A streamed file has no hash, because the file would have to be read twice. TLS protects the content.
  const hash = body && "file" in body ? "UNSIGNED-PAYLOAD" : createHash("sha256").update(bytes).digest("hex");
  const { region, accessKeyId, secretAccessKey } = place;
  const { headers } = await new AwsV4Signer({
    ...{ method, region, accessKeyId, secretAccessKey, service: "s3" },
    url: url.href,
    headers: {
      "X-Amz-Content-Sha256": hash,
      "Content-Length": String(length),
      ...(body && "bytes" in body && { "Content-Type": body.contentType }),
    },
  }).sign();
  const request = (url.protocol === "https:" ? https : http).request(url, {
    ...{ method, signal, timeout: IDLE_MS, headers: Object.fromEntries(headers) },
    // A file is sent on a new connection. A reused connection may be closing, and a stream cannot be sent twice.
    ...(body && "file" in body && { agent: false }),
  });
  const response = await new Promise<http.IncomingMessage>((done, failed) => {
    request.once("response", done).on("error", failed);
    request.on("timeout", () => request.destroy(new Error("the bucket is silent")));
    if (body && "file" in body) {
      const file = createReadStream(body.file);
      file.on("error", (error) => request.destroy(error));
      request.on("close", () => file.destroy());
      file.pipe(request);
    } else request.end(bytes);
  });
  const read = await buffer(response);
  // If the bucket responds early, the rest of the file is not sent.
  if (!request.writableFinished) request.destroy();
  return { status: response.statusCode ?? 0, body: read };
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Returns the text of the first element with this name; empty without such an element. */
function textOf(xml: string, element: string): string {
  const text = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1] ?? "";
  return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : null;
    return code === null ? (ENTITIES[name] ?? whole) : String.fromCodePoint(code);
  });
}
