import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBucket } from "./s3-bucket.server.ts";
import { s3Files } from "./s3.server.ts";
import { readS3Url } from "./s3-url.ts";

const KEY = "7f6f0d8e-0000-4000-8000-000000000001.webp";
let stalls: (response: ServerResponse) => void;
const server = createServer((_, response) => stalls(response));
beforeAll(() => new Promise<void>((done) => server.listen(0, "127.0.0.1", done)));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test.each([
  ["never answers", () => {}],
  ["stops in the middle of a file", (response: ServerResponse) => response.writeHead(200).write("half")],
])("a file store that %s is given up in time", async (_, act) => {
  stalls = act;
  const { port } = server.address() as AddressInfo;
  const files = s3Files(`http://key:secret@127.0.0.1:${port}/bucket`, 400);
  const begun = performance.now();
  await expect(files.get(KEY)).rejects.toThrow("did not answer in time");
  expect(performance.now() - begun).toBeLessThan(3000);
});

test("a bucket that answers 500, or hangs up, in the middle of a large file is one clear error at once", async () => {
  const folder = await mkdtemp(join(tmpdir(), "ona-bucket-"));
  const file = join(folder, "large");
  await writeFile(file, Buffer.alloc(20_000_000));
  const { port } = server.address() as AddressInfo;
  const bucket = openBucket(readS3Url(`http://key:secret@127.0.0.1:${port}/bucket`));
  const put = () => bucket.put("large", { file, size: 20_000_000 }, { signal: AbortSignal.timeout(10_000) });
  // The server responds but does not read the request, so the client cannot finish sending the file.
  stalls = (response) => response.writeHead(500).end("<Error><Code>SlowDown</Code></Error>");
  await expect(put()).rejects.toThrow(/^the bucket answered 500 SlowDown$/);
  stalls = (response) => response.socket?.destroy();
  await expect(put()).rejects.toThrow(/ECONNRESET|EPIPE|hang up/);
  await rm(folder, { recursive: true });
});
