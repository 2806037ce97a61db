/** HUB-8: begins, closes and gives up a count of a hub's shelf. */
import { and, asc, eq } from "drizzle-orm";
import * as z from "zod";
import type { Admin } from "../../access/actor.ts";
import { shownAuthor } from "../../access/author.server.ts";
import { staff } from "../../access/by.server.ts";
import { refuseOtherHub } from "../../access/own-hub.server.ts";
import { logHub } from "../../access/record-activity.server.ts";
import type { CountEnd } from "../../domain/shelf-count.ts";
import { openExceptions } from "../../notifications/open-exception.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { bookings, hubs, pieces, shelfCountPieces, shelfCounts } from "../../platform/db/schema.ts";
import { typedNumber } from "../../platform/http/fields.ts";
import { hasId } from "../../platform/db/has-id.server.ts";
import type { Refusal } from "../../platform/http/result.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import { figuresOf, missedByCount } from "./count-figures.server.ts";
import { beginAt, lockOpenCount, type ShelfCount } from "./find-count.server.ts";
import { refuse } from "./messages.ts";

const ofHub = z.object({ hub: z.string().max(40) });
const ofCount = z.object({ ...ofHub.shape, count: z.string().max(40) });
const RELOAD = "Reload the page";
const number = typedNumber(RELOAD, z.number(RELOAD).int(RELOAD).min(0, RELOAD).max(1_000_000, RELOAD));

type Hub = { id: string; name: string; code: string };
type Counted = { hub: Hub; count: ShelfCount };

async function hubOf({ tx, actor }: Work<Admin>, id: string): Promise<Hub | Refusal> {
  const [hub] = await tx
    .select({ id: hubs.id, name: hubs.name, code: hubs.code })
    .from(hubs)
    .where(hasId(hubs.id, id));
  if (!hub) return refuse("not_found", "no_hub");
  return (await refuseOtherHub(tx, actor, hub.id)) ?? hub;
}

/** Locks an open count of this hub. Refuses a clerk of another hub, and a count that has ended. */
async function lockCount(
  work: Work<Admin>,
  sent: { hub: string; count: string },
): Promise<Counted | Refusal> {
  const hub = await hubOf(work, sent.hub);
  if ("ok" in hub) return hub;
  const [count] = await work.tx
    .select()
    .from(shelfCounts)
    .where(and(hasId(shelfCounts.id, sent.count), eq(shelfCounts.hubId, hub.id)))
    .for("no key update");
  if (!count) return refuse("not_found", "no_count");
  if (count.endedAt)
    return refuse("conflict", "ended_meanwhile", { who: count.endedByName ?? "A colleague" });
  return { hub, count };
}

/** Begins a count of a hub's shelf, even if the shelf is empty. If a count is already open, returns that count. */
export const beginCount = operation({
  name: "shelf_counts.begin",
  by: staff("workHub"),
  input: ofHub,
  on: (work, { hub }) => hubOf(work, hub),
  run: async ({ tx, at }, _, hub) => {
    const open = (await lockOpenCount(tx, hub.id, at)) ?? (await beginAt(tx, hub.id, at));
    return { ok: true, count: open.id };
  },
  publish: (_, { hub }) => [`shelf:${hub}`],
});

async function end({ tx, actor, at }: Work<Admin>, { count, hub }: Counted, ended: CountEnd, words: string) {
  const { byUserId, byName } = shownAuthor(actor);
  await tx
    .update(shelfCounts)
    .set({ endedAt: at, ended, endedByUserId: byUserId, endedByName: byName })
    .where(eq(shelfCounts.id, count.id));
  await logHub({ tx, actor, at }, hub.id, "count_shelf", `${hub.code}: ${words}`);
}

async function namesOf(tx: Tx, countId: string, closer: string): Promise<string> {
  const rows = await tx
    .selectDistinct({ name: shelfCountPieces.byName })
    .from(shelfCountPieces)
    .where(eq(shelfCountPieces.countId, countId))
    .orderBy(asc(shelfCountPieces.byName))
    .limit(NAMES);
  const counters = rows.map(({ name }) => name).join(", ");
  return counters === "" ? `Closed by ${closer}.` : `Counted by ${counters}, closed by ${closer}.`;
}
const NAMES = 10;
/** The maximum number of rows in one statement, because PostgreSQL limits a statement's parameters. */
const AT_ONCE = 500;

/**
 * Locks the rows of the pieces that were not scanned, in order of code as other operations do. PostgreSQL reads a row
 * again once it has the lock. So a piece that was moved while this statement waited is not reported as missing.
 */
const lockMissing = (tx: Tx, count: ShelfCount) =>
  tx
    .select({ pieceId: pieces.id, bookingId: pieces.bookingId })
    .from(bookings)
    .innerJoin(pieces, eq(pieces.bookingId, bookings.id))
    .where(missedByCount(count))
    .orderBy(asc(bookings.trackingCode), asc(pieces.id))
    .for("no key update", { of: [bookings, pieces] });

/**
 * Closes a count. A piece is missing if the hub has had it since the first scan and nobody has scanned it. For each
 * missing piece an exception with the names of the people who counted is opened. The piece's holder stays the same.
 * Refuses if more pieces are missing than `missing`, the number that the page showed.
 */
export const closeCount = operation({
  name: "shelf_counts.close",
  by: staff("workHub"),
  act: "shelf_counted",
  input: z.object({ ...ofCount.shape, missing: number }),
  on: lockCount,
  run: async (work, { missing: shown }, counting) => {
    const { tx, actor, act } = work;
    const { count, hub } = counting;
    const missing = await lockMissing(tx, count);
    if (missing.length > shown) return refuse("conflict", "more_missing", { missing: missing.length });
    const author = shownAuthor(actor);
    const note = `Not on the shelf of ${hub.name} (${hub.code}). ${await namesOf(tx, count.id, author.byName)}`;
    for (let from = 0; from < missing.length; from += AT_ONCE) {
      const some = missing.slice(from, from + AT_ONCE);
      await tx
        .insert(shelfCountPieces)
        .values(
          some.map(({ pieceId }) => ({ countId: count.id, pieceId, outcome: "missing" as const, ...author })),
        );
      await openExceptions(
        tx,
        some.map((one) => ({ ...one, kind: "missing", hubId: hub.id, note, details: { count: count.id } })),
        act,
      );
    }
    await end(work, counting, "closed", `shelf counted, ${missing.length} missing`);
    return { ok: true, ...(await figuresOf(tx, { ...count, endedAt: work.at })) };
  },
  publish: ({ missing }, { hub }) => [
    `shelf:${hub}`,
    ...(missing > 0 ? (["exceptions", "bookings"] as const) : []),
  ],
});

/** Gives up a count: no piece becomes missing. Unexpected pieces stay in the hub that received them. */
export const leaveCount = operation({
  name: "shelf_counts.leave",
  by: staff("workHub"),
  input: ofCount,
  on: lockCount,
  run: async (work, _, counting) => {
    await end(work, counting, "left", "count of the shelf given up");
    return { ok: true };
  },
  publish: (_, { hub }) => [`shelf:${hub}`],
});
