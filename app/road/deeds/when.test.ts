/** Times of deeds from clocks that are wrong, were changed, or stood still. */
import { expect, test } from "vitest";
import { holds } from "../../../test/fixtures/holds.ts";
import fc from "fast-check";
import { whenDone } from "./when.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** The true time at this hour of a fixed day. */
const at = (hours: number) => Date.UTC(2026, 10, 26) + hours * HOUR;

/**
 * The clocks of a phone at this hour. `ahead`: how far the phone's clock is ahead of the server's clock. `boot`: the
 * hour at which the page was loaded. `asleep`: how many milliseconds the phone slept since then.
 */
const clockAt = (
  hours: number,
  { ahead = 0, boot = 8, asleep = 0 }: { ahead?: number; boot?: number; asleep?: number } = {},
) => ({
  at: at(hours) + ahead,
  mono: at(hours) - at(boot) - asleep,
  boot: `page of ${boot}`,
});
const heard = (clock: ReturnType<typeof clockAt>, trueAt: number) => ({ ...clock, lead: trueAt - clock.at });
const arrives = { receivedAt: at(20), notBefore: at(8) };

test("[DEED-4] a clock that is wrong by days tells the time once the difference is known, or as the deed arrives", () => {
  const ahead = -56 * 365 * 24 * HOUR; // 1970
  const known = heard(clockAt(9, { ahead }), at(9));
  expect(
    whenDone({ ...arrives, known, clock: clockAt(12, { ahead }), sent: clockAt(20, { ahead }) }),
  ).toEqual({
    at: at(12),
    bounded: false,
  });
  const never = { ...arrives, known: null, sent: clockAt(20, { ahead, boot: 19 }) };
  expect(whenDone({ ...never, clock: clockAt(12, { ahead }) })).toEqual({ at: at(12), bounded: false });
});

test("[DEED-4] a clock that was turned on the way is set right by the monotonic one", () => {
  const known = heard(clockAt(9), at(9));
  for (const ahead of [3 * HOUR, -2 * HOUR, -56 * 365 * 24 * HOUR]) {
    const clock = clockAt(12, { ahead });
    const turnedBack = whenDone({ ...arrives, known, clock, sent: clockAt(20) });
    expect(Math.abs(turnedBack.at - at(12))).toBeLessThan(MINUTE);
    expect(turnedBack.bounded).toBe(false);
  }
});

test("[DEED-4] while the phone slept its monotonic clock stood still, and its clock is believed", () => {
  const known = heard(clockAt(9), at(9));
  const clock = clockAt(12, { asleep: 2 * HOUR });
  const sent = clockAt(20, { asleep: 8 * HOUR });
  expect(whenDone({ ...arrives, known, clock, sent })).toEqual({ at: at(12), bounded: false });
});

test("[DEED-4] without any clock that can be, the time is between loading and arrival, and says so", () => {
  const clock = clockAt(12, { ahead: -30 * 24 * HOUR, boot: 12 });
  const sent = clockAt(20, { boot: 20 });
  expect(whenDone({ ...arrives, known: null, clock, sent })).toEqual({ at: at(8), bounded: true });
  expect(whenDone({ ...arrives, known: null, clock: { ...clock, at: at(40) }, sent })).toEqual({
    at: at(20),
    bounded: true,
  });
});

test("[DEED-4] the monotonic clock counts from the last answer and up to the request, of one loading of the page alone", () => {
  const wrong = -30 * 24 * HOUR;
  const known = heard(clockAt(9), at(9));
  const clock = clockAt(12, { ahead: wrong });
  // The clock is wrong, so the bounds give the time. The earlier bound is 12:00, because the monotonic clock ran for
  // three hours between the last response (9:00) and the deed. The later bound is far away, because the phone slept
  // before the request.
  const stoodStill = clockAt(20, { asleep: 8 * HOUR });
  expect(whenDone({ ...arrives, known, clock, sent: stoodStill })).toEqual({ at: at(12), bounded: true });
  // No response is known, and the clock is ahead. The monotonic clock ran for eight hours between the deed and the
  // request, so the deed was at 12:00 at the latest.
  const ahead = { ...clock, at: at(30) };
  expect(whenDone({ ...arrives, known: null, clock: ahead, sent: clockAt(20) })).toEqual({
    at: at(12),
    bounded: true,
  });
  // The monotonic clock gives no bound if the page was loaded again, or if the deed was before the last response.
  const other = { ...known, boot: "page of 7" };
  expect(whenDone({ ...arrives, known: other, clock, sent: stoodStill }).at).toBe(at(8));
  const later = { ...known, mono: clock.mono + 1 };
  expect(whenDone({ ...arrives, known: later, clock, sent: stoodStill }).at).toBe(at(8));
  const sentBefore = { ...clockAt(20), boot: "page of 7" };
  expect(whenDone({ ...arrives, known: null, clock: ahead, sent: sentBefore }).at).toBe(at(20));
});

test("[DEED-4] a clock is believed up to five seconds beyond the bounds, and bounds ten seconds apart are reliable", () => {
  const known = { at: at(19), mono: 0, boot: "a", lead: 0 };
  const sent = { at: at(20), mono: HOUR, boot: "a" };
  const when = (mono: number, said: number) =>
    whenDone({ ...arrives, known, sent, clock: { at: at(19) + said, mono, boot: "a" } });
  // The phone did not sleep, so both bounds are 30 minutes after the last response.
  expect(when(HOUR / 2, HOUR / 2 - 5_000)).toEqual({ at: at(19.5), bounded: false });
  expect(when(HOUR / 2, 0)).toEqual({ at: at(19.5), bounded: false });
  // The phone sleeps for some time between the last response and the request. The two bounds are apart by this time.
  const apart = (slept: number, said: number) =>
    whenDone({
      ...arrives,
      known,
      sent: { ...sent, mono: HOUR - slept },
      clock: { at: at(19) + said, mono: HOUR / 2, boot: "a" },
    });
  expect(apart(10_000, 0)).toEqual({ at: at(19.5), bounded: false });
  expect(apart(10_001, 0)).toEqual({ at: at(19.5), bounded: true });
  expect(apart(10_001, HOUR / 2 - 5_000)).toEqual({ at: at(19.5), bounded: false });
  expect(apart(10_001, HOUR / 2 + 15_001)).toEqual({ at: at(19.5) + 10_001, bounded: false });
  expect(apart(10_001, HOUR / 2 + 15_002)).toEqual({ at: at(19.5) + 10_001, bounded: true });
});

test("[DEED-4] whatever the clocks say, a deed is not before the loading and not after its arrival", () => {
  const number = fc.integer({ min: -8e14, max: 8e14 });
  const clock = fc.record({ at: number, mono: number, boot: fc.constantFrom("a", "b") });
  const known = fc.option(
    fc.record({ at: number, mono: number, boot: fc.constantFrom("a", "b"), lead: number }),
  );
  holds([clock, known, clock], (deed, last, sent) => {
    const { at: when, bounded } = whenDone({ ...arrives, clock: deed, known: last, sent });
    expect(when >= arrives.notBefore && when <= arrives.receivedAt).toBe(true);
    return bounded;
  });
});
