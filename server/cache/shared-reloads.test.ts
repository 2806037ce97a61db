import { Hono } from "hono";
import { beforeEach, expect, test } from "vitest";
import { sendWhole } from "../http/send-whole.ts";
import { shareReloads } from "./shared-reloads.ts";

let app: Hono;
let answered: string[];
let status: 200 | 503;
beforeEach(() => {
  answered = [];
  status = 200;
  app = new Hono();
  app.use(sendWhole);
  app.use(shareReloads({ trustProxy: 0 }));
  app.get("*", async (c) => {
    const own = `${c.req.header("Cookie")} ${answered.length}`;
    answered.push(own);
    await new Promise((done) => setTimeout(done, 20));
    return c.text(own, status, { "Cache-Control": "no-store" });
  });
});

const RELOAD = { "Ona-Background": "1", Cookie: "session=ada" };
const LIST = "/admin/bookings.data";
async function ask(path: string, headers: Record<string, string>) {
  const response = await app.request(path, { headers });
  return {
    text: await response.text(),
    status: response.status,
    cache: response.headers.get("Cache-Control"),
  };
}
const together = (path: string, headers: Record<string, string>) =>
  Promise.all([1, 2, 3, 4].map(() => ask(path, headers)));

test("[RUN-14] reloads of one session during a reload share the next one, which begins after they were sent", async () => {
  const replies = await together(LIST, RELOAD);
  expect(answered).toHaveLength(2);
  const shared = { text: "session=ada 1", status: 200, cache: "no-store" };
  expect(replies).toEqual([{ ...shared, text: "session=ada 0" }, shared, shared, shared]);
  expect((await ask(LIST, RELOAD)).text).toBe("session=ada 2");
});

test.each([
  ["another session", LIST, { ...RELOAD, Cookie: "session=musa" }],
  ["another address", "/admin/bookings.data?page=2", RELOAD],
  ["a page that a person asked for", LIST, { Cookie: "session=ada" }],
])("[RUN-14] %s shares nothing with them", async (_, path, headers) => {
  const [mine, ...others] = await Promise.all([ask(path, headers), ask(LIST, RELOAD), ask(LIST, RELOAD)]);
  expect(answered).toHaveLength(3);
  expect(mine.text.split(" ")[0]).toBe(headers.Cookie);
  expect(others.map(({ text }) => text.split(" ")[0])).toEqual(["session=ada", "session=ada"]);
});

test.each([
  ["a request without a session", LIST, { ...RELOAD, Cookie: "browser=x" }],
  ["one with a waiting toast", LIST, { ...RELOAD, Cookie: "session=ada; toast=x" }],
  ["a public page", "/track.data", RELOAD],
])("%s is answered alone", async (_, path, headers) => {
  await together(path, headers);
  expect(answered).toHaveLength(4);
});

test("a failure is nobody else's: each asks for itself", async () => {
  status = 503;
  expect((await together(LIST, RELOAD)).map((reply) => reply.status)).toEqual([503, 503, 503, 503]);
  expect(answered).toHaveLength(4);
});
