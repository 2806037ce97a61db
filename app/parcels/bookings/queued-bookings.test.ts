import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sendQueue } from "../../offline/send-queue.ts";
import { tooMany, type CachedParcel } from "./cached-parcels.ts";
import { bookedCode, postBooking, refusedOrLater, type QueuedBooking } from "./queued-bookings.ts";

let server: Server;
let asked: number;
beforeEach(async () => {
  asked = 0;
  // A server that accepts the booking and never responds.
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
  const booking: QueuedBooking = { key: "k", owner: "guest", fields: {}, at: 0, state: "waiting" };
  const stored = new Map([[booking.key, booking]]);
  const store = {
    list: async () => [...stored.values()],
    put: async (one: QueuedBooking) => void stored.set(one.key, one),
  };
  const begun = performance.now();
  const left = await sendQueue(store, (one) => postBooking(one, 1500));
  expect(performance.now() - begun).toBeLessThan(5000);
  expect({ left, asked }).toEqual({ left: 1, asked: 1 });
  expect(stored.get("k")!.state).toBe("tried");
});

test("a response is a booking, a refusal, or a reason to wait", () => {
  const outcome = (status: number, headers = {}) => refusedOrLater({ status, headers: new Headers(headers) });
  expect(bookedCode("https://ona.test/track?code=OD12345678NG")).toBe("OD12345678NG");
  expect(bookedCode("https://ona.test/book")).toBeNull();
  for (const status of [400, 403, 404, 409, 413, 415]) expect(outcome(status).state).toBe("refused");
  for (const status of [200, 408, 412, 423, 429, 500, 503]) expect(outcome(status).state).toBe("later");
  expect(outcome(409, { "Ona-Form-Error": "This%20was%20booked%20already." })).toEqual({
    state: "refused",
    change: { reason: "This was booked already." },
  });
});

test("the last five parcels are kept", () => {
  const parcels = [3, 1, 6, 2, 5, 4].map((seenAt) => ({ code: String(seenAt), seenAt }) as CachedParcel);
  expect(tooMany(parcels).map(({ code }) => code)).toEqual(["1"]);
});
