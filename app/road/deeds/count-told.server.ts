/** DEED-13: carries out waiting deeds that the other side or dispatch confirmed, at the deeds' own times. */
import { and, asc, eq, isNotNull, or, sql } from "drizzle-orm";
import { actOf, riderOf } from "../../access/author.server.ts";
import { endExceptions } from "../../parcels/custody/end-exceptions.server.ts";
import { openExceptions } from "../../notifications/open-exception.server.ts";
import { isDatabaseUnavailable, type Tx } from "../../platform/db/client.server.ts";
import { isConflict } from "../../platform/db/transact.server.ts";
import { riderDeeds, riderDevices, riders, toldPieces } from "../../platform/db/schema.ts";
import { beginAct } from "../../platform/operations/act.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { lockFacts } from "./batch-facts.server.ts";
import { entriesOf } from "./piece-records.server.ts";
import { actKindOf, readDeed } from "./read-deed.ts";
import { countDeed } from "./carry-out-deed.server.ts";
import { newDeedState, type DeedWork } from "./deed-work.server.ts";
import { endTold, stillWaits } from "./told.server.ts";
import { isConfirmed } from "./whose.ts";

type Work = { services: Services; tx: Tx; at: Date };
export type ToldPiece = typeof toldPieces.$inferSelect;

export const NOTHING_BEFORE = { runIds: [], bookingIds: [], pieceIds: [] };

/** Selects the reports by these riders and the reports about these pieces that still wait, oldest first. */
const waiting = (tx: Tx, { riderIds, pieceIds }: Record<"riderIds" | "pieceIds", readonly string[]>) =>
  tx
    .select()
    .from(toldPieces)
    .where(
      and(
        stillWaits,
        isNotNull(toldPieces.pieceId),
        or(
          sql`${toldPieces.riderId} = any(${sql.param([...riderIds])}::uuid[])`,
          sql`${toldPieces.pieceId} = any(${sql.param([...pieceIds])}::uuid[])`,
        ),
      ),
    )
    .orderBy(asc(toldPieces.occurredAt), asc(toldPieces.id));

/** Carries out the waiting deeds that the records now confirm. Returns the codes of their bookings. */
export async function countConfirmed(
  work: Work,
  about: Record<"riderIds" | "pieceIds", readonly string[]>,
): Promise<Set<string>> {
  const codes = new Set<string>();
  // Each turn reads the waiting deeds again and carries out one deed, because that deed may confirm another deed.
  for (;;) {
    const rows = await waiting(work.tx, about);
    if (rows.length === 0) return codes;
    const entries = await entriesOf(work.tx, [...new Set(rows.flatMap(({ pieceId }) => pieceId ?? []))]);
    const now = rows.filter((row) => isConfirmed(entries.get(row.pieceId!) ?? [], row));
    const [first] = now;
    if (!first) return codes;
    const ofDeed = now.filter(({ deedId }) => deedId === first.deedId);
    for (const code of await countOrAsk(work, ofDeed)) codes.add(code);
  }
}

const BY_CHECK = {
  ...({ kind: "exception_opened", source: "program", authorId: null } as const),
  by: { byUserId: null, byName: "Automatic check" },
};

/** Carries out a waiting deed. If that fails, dispatch enters the deed by hand, and the request continues. */
async function countOrAsk(work: Work, rows: readonly ToldPiece[]): Promise<Set<string>> {
  const { services, tx, at } = work;
  try {
    return await tx.transaction((inner) => countTold({ ...work, tx: inner }, rows));
  } catch (error) {
    if (isConflict(error) || isDatabaseUnavailable(error)) throw error;
    services.log.error({ err: error, deed: rows[0]!.deedId }, "a deed that waited could not be done");
    const ids = rows.map(({ id }) => id);
    await endTold(tx, { ids }, "refused", at);
    const note = "What a rider told was confirmed, and could not be done: do it by hand";
    const asked = rows.map(({ pieceId, bookingId }) => ({
      ...{ kind: "deed_unclear" as const, pieceId, bookingId, note },
    }));
    await openExceptions(tx, asked, beginAct(tx, { ...BY_CHECK, at }));
    return new Set();
  }
}

/**
 * Carries out a stored deed for its waiting pieces. All `rows` must be of one deed. Closes the exceptions about these
 * pieces. The author of the records is the deed's rider. Returns the changed bookings' codes.
 */
export async function countTold(
  { services, tx, at }: Work,
  rows: readonly ToldPiece[],
): Promise<Set<string>> {
  const ids = rows.map(({ id }) => id);
  await endTold(tx, { ids }, "confirmed", at);
  const [first] = rows;
  const stored = first && (await storedWith(tx, first));
  const read = stored && readDeed(stored.deed.body);
  if (!stored || read?.is !== "deed") return new Set();
  const { deed, name, hubId, positionConsentAt } = stored;
  const rider = riderOf("", { id: deed.riderId, name, hubId, deviceId: deed.deviceId });
  const { facts } = await lockFacts(tx, [rider.id], [read.deed], NOTHING_BEFORE, ids.length);
  const pieceIds = rows.flatMap(({ pieceId }) => pieceId ?? []);
  const deedWork: DeedWork = {
    ...newDeedState(),
    ...{ services, tx, actor: rider, at, deed: read.deed, occurredAt: deed.occurredAt, goneAt: null },
    act: actOf({ tx, actor: rider, at }, actKindOf(read), {
      deed: { deedId: deed.deedId, phone: { id: deed.deviceId, number: deed.seq } },
    }),
    facts: { ...facts, ...facts.of({ rider, goneAt: null }) },
    positionConsent: positionConsentAt !== null,
    flags: new Set(deed.flags),
    counts: { pieceIds: new Set(pieceIds), pin: first.pin },
  };
  await countDeed(deedWork);
  const words = { reason: "handed_over" as const, words: "Confirmed by the other side." };
  await endExceptions({ tx, actor: rider, at }, "unconfirmed_claim", { pieceIds }, words);
  return deedWork.codes;
}

async function storedWith(tx: Tx, { deedId, deviceId }: ToldPiece) {
  const [row] = await tx
    .select({
      deed: riderDeeds,
      name: riders.name,
      hubId: riders.hubId,
      positionConsentAt: riderDevices.positionConsentAt,
    })
    .from(riderDeeds)
    .innerJoin(riders, eq(riders.id, riderDeeds.riderId))
    .leftJoin(riderDevices, eq(riderDevices.id, deviceId))
    .where(eq(riderDeeds.deedId, deedId));
  return row ?? null;
}
