/** The clients that may read /metrics, over a real connection. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { siteLockConfig } from "../../app/platform/db/schema.ts";
import { openTestApp, type TestApp } from "../fixtures/app.ts";
import { exchange, listenWith, type Listening } from "../fixtures/socket.ts";

const TOKEN = "a-token-for-the-collector";
const text = () => Promise.resolve("ona_info 1\n");

let local: TestApp;
let withToken: TestApp;
let servers: Listening[];
beforeAll(async () => {
  local = await openTestApp({ metrics: { token: null, text } });
  withToken = await openTestApp({ metrics: { token: TOKEN, text } });
  servers = [await listenWith(local), await listenWith(withToken)];
});
afterAll(async () => {
  for (const server of servers) await server.close();
  await local.close();
  await withToken.close();
});

async function status(server: number, headers: Record<string, string> = {}): Promise<string> {
  const { port } = servers[server]!;
  const lines = Object.entries({ Host: `localhost:${port}`, Connection: "close", ...headers });
  const sent = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return (await exchange(port, [`GET /metrics HTTP/1.1\r\n${sent}\r\n`])).slice(9, 12);
}

test("[RUN-12] without a token this machine alone reads the metrics, and not through a proxy", async () => {
  expect(await status(0)).toBe("200");
  expect(await status(0, { "X-Forwarded-For": "203.0.113.7" })).toBe("404");
  expect(await status(0, { Host: "ona.example" })).toBe("404");
});

test("[RUN-12] with a token only that token reads them, from anywhere", async () => {
  expect(await status(1)).toBe("404");
  expect(await status(1, { Authorization: `Bearer ${TOKEN}x` })).toBe("404");
  expect(await status(1, { Authorization: `Bearer ${TOKEN}`, "X-Forwarded-For": "203.0.113.7" })).toBe("200");
});

test("[RUN-12] the site lock does not hide them", async () => {
  await local.services.db.update(siteLockConfig).set({ isActive: true, passwordHash: "x" });
  expect(await status(0)).toBe("200");
});
