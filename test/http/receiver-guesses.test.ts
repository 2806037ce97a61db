/** RECEIVER-1: nobody can find the token of a receiver's link by trying, not even from many IP addresses. */
import { expect, test, vi } from "vitest";
import { linkOf } from "../../app/parcels/receiver-link/receiver-link.server.ts";
import { openTestApp } from "../fixtures/app.ts";
import { bookOne } from "../fixtures/bookings.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";

const app = await closedAfterAll(openTestApp({ trustProxy: 1 }));
let addresses = 0;
const address = () => ({ "X-Forwarded-For": `10.4.${addresses >> 8}.${addresses++ & 255}` });

test("[RECEIVER-1] tokens guessed from many addresses: each browser has fewer misses, by reading and by sending, and right links are answered", async () => {
  const { trackingCode } = await bookOne(app);
  const link = await linkOf(app.services, "receiver", trackingCode);
  const path = link.slice(app.services.origin.length);
  const warned = vi.spyOn(app.services.log, "warn");
  const guess = (n: number) => `/r/${trackingCode}.${n.toString(16).padStart(32, "0")}`;
  const ask = (to: string, headers = address()) => app.visitor().ask(to, { headers });
  for (let flight = 0; flight < 7; flight++)
    await Promise.all(Array.from({ length: 43 }, (_, n) => ask(guess(flight * 43 + n))));
  expect(warned.mock.calls.map(([, message]) => message)).toContain(
    "tracking codes are being guessed from many addresses",
  );
  const one = address();
  const statuses = [];
  for (let n = 0; n < 3; n++) statuses.push((await ask(guess(9000 + n), one)).status);
  expect(statuses).toEqual([404, 404, 429]);
  const other = address();
  const form = { intent: "draw-pin", idempotencyKey: crypto.randomUUID() };
  for (let n = 0; n < 2; n++)
    expect((await app.visitor().ask(guess(9100 + n), { headers: other, form })).status).toBe(404);
  expect((await ask(guess(9200), other)).status).toBe(429);
  expect((await ask(path)).status).toBe(200);
});
