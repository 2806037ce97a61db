import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sendOutbox, type Waiting } from "./outbox.ts";
import { postBooking } from "./post-booking.ts";

let server: Server;
let asked: number;
beforeEach(async () => {
  asked = 0;
  // Takes the booking and never answers.
  server = createServer(() => void asked++);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const plain = fetch;
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => plain(`http://127.0.0.1:${port}${path}`, init));
});
afterEach(() => {
  vi.unstubAllGlobals();
  server.closeAllConnections();
  server.close();
});

test("a server that never answers is given up in time, and the booking waits for the next round", async () => {
  const booking: Waiting = { key: "k", owner: "guest", fields: {}, at: 0, tried: false, refused: false };
  const kept = new Map([[booking.key, booking]]);
  const outbox = {
    list: async () => [...kept.values()],
    put: async (one: Waiting) => void kept.set(one.key, one),
    remove: async (key: string) => void kept.delete(key),
  };
  const begun = performance.now();
  const left = await sendOutbox(
    outbox,
    (one) => postBooking(one, 300),
    async () => {},
  );
  expect(performance.now() - begun).toBeLessThan(5000);
  expect({ left, asked }).toEqual({ left: 1, asked: 1 });
  expect(kept.get("k")).toMatchObject({ tried: true, refused: false });
});
