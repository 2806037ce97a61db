/** RUN-3: the handling of connected clients during a stop. test/resilience/sigterm.test.ts tries it under load. */
import { Agent, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { createDrain } from "./drain.ts";

test("[RUN-3] a request in flight and one more on a kept connection are answered, and the connection closes after it", async () => {
  const warn = vi.fn();
  const drain = createDrain({ warn });
  const server = createServer((asked, response) => {
    drain.note(response);
    void sleep(asked.url === "/slow" ? 300 : 0).then(() => response.end(asked.url));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const agents = [new Agent({ keepAlive: true }), new Agent({ keepAlive: true })];
  const ask = (agent: Agent, path: string) =>
    new Promise<[number, string | undefined]>((done, failed) => {
      const sent = request({ host: "127.0.0.1", port, path, agent }, (answer) => {
        answer.resume().on("end", () => done([answer.statusCode ?? 0, answer.headers.connection]));
      });
      sent.once("error", failed).end();
    });
  const [first, second] = agents as [Agent, Agent];
  expect(await ask(second, "/")).toEqual([200, "keep-alive"]);
  const slow = ask(first, "/slow");
  await sleep(50);
  const stopped = drain.end(server, () => Promise.resolve());
  expect(await slow).toEqual([200, "close"]);
  expect(await ask(second, "/again")).toEqual([200, "close"]);
  await expect(ask(second, "/new")).rejects.toMatchObject({ code: "ECONNREFUSED" });
  await stopped;
  expect(warn).not.toHaveBeenCalled();
});

test("[RUN-3] a request whose connection ends without an answer is counted", async () => {
  const warn = vi.fn();
  const drain = createDrain({ warn });
  const server = createServer((_, response) => drain.note(response));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const sent = request({ host: "127.0.0.1", port });
  const cut = new Promise<void>((done) => sent.once("error", () => done()));
  sent.end();
  await sleep(50);
  const stopped = drain.end(server, () => Promise.resolve());
  await sleep(50);
  server.closeAllConnections();
  await Promise.all([cut, stopped]);
  expect(warn).toHaveBeenCalledWith({ unanswered: 1 }, "requests without an answer at the stop");
});

test("[RUN-3] a busy server accepts and answers every connection that waits before its port is closed", async () => {
  const drain = createDrain({ warn: vi.fn() });
  const server = createServer((_, response) => {
    drain.note(response);
    for (const until = performance.now() + 15; performance.now() < until;);
    response.end();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const answers = Array.from(
    { length: 60 },
    () =>
      new Promise<number | undefined>((done, failed) => {
        const sent = request({ host: "127.0.0.1", port, agent: false }, (answer) => {
          answer.resume().on("end", () => done(answer.statusCode));
        });
        sent.once("error", failed).end();
      }),
  );
  const stopped = drain.end(server, () => Promise.resolve());
  expect(new Set(await Promise.all(answers))).toEqual(new Set([200]));
  await stopped;
});
