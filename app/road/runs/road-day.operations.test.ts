/** A whole day of a carrier, in order, and with everything that is told late, in any order and doubled. */
import { expect, test } from "vitest";
import { afterTest } from "../../../test/fixtures/after-test.ts";
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
import { openTestServices } from "../../../test/fixtures/services.ts";

async function liveThrough(size: DaySize, arrival: Arrival) {
  const opened = await openTestServices({ limitsFactor: 100_000 });
  afterTest(() => opened.close());
  const day = new RoadDay(opened, size, arrival);
  await day.run();
  expect(await recountRoad(opened)).toEqual([]);
  return { opened, day };
}

test("[CUSTODY-1] [TRIP-8] a day of 200 bookings ends with one holder for each piece, and a name for each difference", async () => {
  const { opened } = await liveThrough(WHOLE_DAY, IN_ORDER);
  const { pieces, delivered, missing, named, attempts, open } = await countsOf(opened);
  expect({ pieces, open, named }).toEqual({ pieces: 230, open: 0, named: missing });
  expect(missing).toBeGreaterThanOrEqual(WHOLE_DAY.missing);
  expect(attempts).toBe(WHOLE_DAY.failed);
  expect(delivered).toBeGreaterThan(200);
}, 300_000);

test("[CUSTODY-2] the same day told in any order, doubled, and with lost responses, ends the same", async () => {
  const endAs = async (arrival: Arrival) => {
    const { opened, day } = await liveThrough(SHORT_DAY, arrival);
    return endOf(opened, day.names);
  };
  const first = await endAs(IN_ORDER);
  const seeds = times(5, 200);
  for (let seed = 1; seed <= seeds; seed++)
    expect(await endAs({ shuffled: true, doubled: true, seed })).toEqual(first);
  if (LONG) note("a day of the road told in any order", { seeds });
}, 3_600_000);
