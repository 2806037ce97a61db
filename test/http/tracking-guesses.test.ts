/** TRACK-6: tracking codes cannot be guessed; all routes that take a code share one set of limits. */
import { expect, test, vi } from "vitest";
import { openTestApp } from "../fixtures/app.ts";
import { BODY } from "../fixtures/booking-form.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { note } from "../fixtures/long.ts";

const app = await closedAfterAll(openTestApp({ trustProxy: 1 }));
const booked = await app.visitor().send("/book", BODY);
const code = /code=([A-Z0-9]+)/.exec(booked.location!)![1]!;

let drawn = 0;
const unknown = () => `OD${String(90_000_000 + drawn++)}NG`;
const ask = async (path: string, address: string) => {
  const { status, headers } = await app.visitor().ask(path, { headers: { "X-Forwarded-For": address } });
  return { status, wait: headers.get("Retry-After") };
};
const PLACES = [
  (code: string) => `/live/track?code=${code}`,
  (code: string) => `/track?code=${code}`,
  (code: string) => `/track.data?code=${code}`,
];

test("[TRACK-6] after ten misses an address is blocked on every page that tracks, whichever it asked", async () => {
  for (const [turn, guessed] of PLACES.entries()) {
    const address = `203.0.113.${turn}`;
    const misses = [];
    for (let n = 0; n < 9; n++) misses.push((await ask(guessed(unknown()), address)).status);
    expect(new Set(misses)).toEqual(new Set([turn === 0 ? 204 : 404]));
    expect(await ask(guessed(unknown()), address)).toEqual({ status: 429, wait: "600" });
    // Once the limit is reached, a right and a wrong code get the same response.
    for (const place of PLACES)
      for (const asked of [code, unknown()]) expect((await ask(place(asked), address)).status).toBe(429);
    expect((await ask(`/track?code=${code}`, `198.51.100.${turn}`)).status).toBe(200);
  }
});

test("[TRACK-6] guessed from many addresses: each has fewer misses, the log says so, and right codes are answered", async () => {
  const warned = vi.spyOn(app.services.log, "warn");
  let at = 0;
  const address = () => `10.${at >> 16}.${(at >> 8) & 255}.${at++ & 255}`;
  // 301 requests are sent in batches, because the server refuses too many requests at once.
  for (let flight = 0; flight < 7; flight++)
    await Promise.all(Array.from({ length: 43 }, () => ask(`/live/track?code=${unknown()}`, address())));
  expect(warned.mock.calls.map(([, message]) => message)).toEqual([
    "tracking codes are being guessed from many addresses",
  ]);
  const one = address();
  const statuses = [];
  for (let n = 0; n < 3; n++) statuses.push((await ask(`/track?code=${unknown()}`, one)).status);
  expect(statuses).toEqual([404, 404, 429]);
  note("Tracking codes guessed", {
    "wrong codes of a browser before it is refused": 9,
    "for so many seconds": 600,
    "addresses that guess once": 7 * 43,
    "wrong codes of a browser after that": 2,
    "right codes answered meanwhile": 1,
  });
  expect((await ask(`/track?code=${code}`, address())).status).toBe(200);
});
