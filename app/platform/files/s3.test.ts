import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { s3Files } from "./s3.server.ts";

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
