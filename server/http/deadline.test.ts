import { Hono } from "hono";
import { expect, test } from "vitest";
import { deadline } from "./deadline.ts";

function appWith(onLate: (path: string, method: string) => void) {
  const app = new Hono();
  app.use(deadline(onLate, { request: 50, upload: 5_000, uploads: /^\/upload/ }));
  app.get("/upload", () => new Promise<Response>(() => {}));
  app.post("/upload", async (c) => {
    await new Promise((done) => setTimeout(done, 300));
    return c.text("stored");
  });
  app.get("/never", () => new Promise<Response>(() => {}));
  app.get("/never.data", () => new Promise<Response>(() => {}));
  app.get("/soon", (c) => c.text("here"));
  app.get("/fails-late", async () => {
    await new Promise((done) => setTimeout(done, 300));
    throw new Error("nobody waits for this");
  });
  app.get("/stream", (c) => {
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        for (const word of ["one ", "two"]) {
          controller.enqueue(new TextEncoder().encode(word));
          await new Promise((done) => setTimeout(done, 120));
        }
        controller.close();
      },
    });
    return c.body(body);
  });
  return app;
}

test("[RUN-10] what does not begin to answer in time is 503, with when to come again; what has begun goes on", async () => {
  const late: string[] = [];
  const app = appWith((path, method) => late.push(`${method} ${path}`));
  const never = await app.request("/never");
  expect(never.status).toBe(503);
  expect(never.headers.get("Retry-After")).toBe("5");
  expect(await never.text()).toContain("One moment, please");
  const data = await app.request("/never.data");
  expect(data.status).toBe(503);
  expect(data.headers.get("Content-Type")).toContain("text/plain");
  expect((await app.request("/fails-late")).status).toBe(503);
  expect(late).toEqual(["GET /never", "GET /never.data", "GET /fails-late"]);
  expect(await (await app.request("/soon")).text()).toBe("here");
  expect(await (await app.request("/stream")).text()).toBe("one two");
  expect(late).toHaveLength(3);
});

test("[RUN-10] an upload may wait longer, for the pictures of others; reading its page may not", async () => {
  const app = appWith(() => {});
  expect(await (await app.request("/upload", { method: "POST" })).text()).toBe("stored");
  expect((await app.request("/upload")).status).toBe(503);
});
