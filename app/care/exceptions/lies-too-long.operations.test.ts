/** EXC-10: pieces that lie in a hub for longer than the settings allow, on a real database. */
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { actBy } from "../../../test/fixtures/acts.ts";
import { key, openRoadScans } from "../../../test/fixtures/road-scans.ts";
import { exceptions } from "../../platform/db/schema.ts";
import { addEvents } from "../../history/add-events.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { closeException } from "./change-exception.server.ts";
import { findExceptions } from "./find-exceptions.server.ts";

const { services, clock, db, desk, inHub, delivery, assign, scan, sendOut, IKJ } = await openRoadScans();
const DAY = 24 * 3_600_000;

const about = (booking: { id: string }) =>
  db
    .select()
    .from(exceptions)
    .where(and(eq(exceptions.bookingId, booking.id), eq(exceptions.kind, "lies_too_long")));

test("[EXC-10] after two days, and seven if it is held, a piece is asked about once, until it leaves the hub", async () => {
  const [plain, held, loaded] = await inHub(3);
  await transact(db, async (tx) => {
    const act = actBy(tx, "Test", clock.now());
    await addEvents({ services, tx, act }, [
      {
        bookingId: held!.id,
        piece: null,
        kind: "held_for_collection",
        occurredAt: clock.now(),
        hubId: IKJ.id,
      },
    ]);
  });
  const run = await delivery();
  await assign(run, loaded!.pieceIds);
  expect(await scan("load", loaded!.code, { run: run.id })).toMatchObject({ ok: true });
  clock.pass(DAY);
  await findExceptions(services);
  expect(await about(plain!)).toEqual([]);
  clock.pass(DAY);
  await Promise.all([findExceptions(services), findExceptions(services)]);
  expect(await about(plain!)).toMatchObject([
    { hubId: IKJ.id, closedAt: null, openedByName: "Automatic check" },
  ]);
  expect([await about(held!), await about(loaded!)]).toEqual([[], []]);
  clock.pass(5 * DAY);
  await findExceptions(services);
  expect(await about(held!)).toHaveLength(1);

  // Somebody closes the exception while the piece still lies in the hub. A day later there is another
  // exception.
  const [one] = await about(held!);
  const form = { id: one!.id, version: 1, reason: "no_fault", note: "" } as const;
  expect(await closeException(services, desk, form, key())).toMatchObject({ ok: true });
  await findExceptions(services);
  expect(await about(held!)).toHaveLength(1);
  clock.pass(DAY + 1000);
  await findExceptions(services);
  expect(await about(held!)).toHaveLength(2);

  await sendOut(await delivery(), plain!.pieceIds);
  await findExceptions(services);
  expect(await about(plain!)).toMatchObject([{ closeReason: "solved", closedByName: "Automatic check" }]);
});
