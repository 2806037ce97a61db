/**
 * A whole day of a carrier: once with all deeds in order, and once with deeds that arrive late, in random order and
 * more than once.
 */
import { expect, test } from "vitest";
import { LONG, note, times } from "../../../test/fixtures/long.ts";
import { recountRoad } from "../../../test/fixtures/road.ts";
import {
  IN_ORDER,
  RoadDay,
  SHORT_DAY,
  WHOLE_DAY,
  type Arrival,
  type DaySize,
} from "../../../test/fixtures/road-day.ts";
import { countsOf, endOf } from "../../../test/fixtures/road-end.ts";
import { openTestServices, type TestServices } from "../../../test/fixtures/services.ts";

/**
 * Plays a day, and checks the ledgers at its end. The services are closed after each day, because open services of 200
 * days would need more connections than the database has.
 */
async function liveThrough<End>(
  size: DaySize,
  arrival: Arrival,
  endOfDay: (opened: TestServices, day: RoadDay) => Promise<End>,
): Promise<End> {
  const opened = await openTestServices({ limitsFactor: 100_000 });
  try {
    const day = new RoadDay(opened, size, arrival);
    await day.run();
    expect(await recountRoad(opened)).toEqual([]);
    return await endOfDay(opened, day);
  } finally {
    await opened.close();
  }
}

/**
 * The day that is played: the whole day with 200 bookings in `npm run test:long`, otherwise the short day. The short
 * day also has every kind of deed and difference, and takes an eighth of the time.
 */
const SIZE = LONG ? WHOLE_DAY : SHORT_DAY;
const played = (size: DaySize) =>
  liveThrough(size, IN_ORDER, async (opened, day) => ({
    counts: await countsOf(opened),
    end: await endOf(opened, day.names),
  }));
let shortDay: ReturnType<typeof played> | undefined;
const playedShort = () => (shortDay ??= played(SHORT_DAY));

test("[CUSTODY-1] [TRIP-8] a day of a carrier ends with one holder for each piece, and a name for each difference", async () => {
  const { counts } = LONG ? await played(WHOLE_DAY) : await playedShort();
  const { pieces, delivered, missing, named, attempts, extra, open } = counts;
  expect({ pieces, open, named }).toEqual({ pieces: SIZE.bookings + SIZE.second, open: 0, named: missing });
  expect(missing).toBeGreaterThanOrEqual(SIZE.missing);
  expect({ attempts, extra }).toEqual({ attempts: SIZE.failed, extra: SIZE.extra });
  expect(delivered).toBeGreaterThan(SIZE.bookings - SIZE.failed - SIZE.missing);
}, 300_000);

test("[CUSTODY-2] the same day told in any order, doubled, and with lost responses, ends the same", async () => {
  const endAs = (arrival: Arrival) =>
    liveThrough(SHORT_DAY, arrival, (opened, day) => endOf(opened, day.names));
  const first = (await playedShort()).end;
  // `npm run test:long` tries 200 orders in which the deeds arrive, and `npm test` tries one.
  const seeds = times(1, 200);
  for (let seed = 1; seed <= seeds; seed++)
    expect(await endAs({ shuffled: true, doubled: true, seed }), `seed ${seed}`).toEqual(first);
  if (LONG) note("a day of the road told in any order", { seeds });
}, 3_600_000);
