/** CUSTODY-1: records hand-overs of pieces, and reversals of hand-overs. The ledger stores hand-overs and reversals. */
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { holderOf, type CustodyMethod, type Holder } from "../../domain/custody.ts";
import type { RunOutcome } from "../../domain/run.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { acts, custodyEntries, pieces, runPieces } from "../../platform/db/schema.ts";
import { phoneOfAct, type Act, type Acting } from "../../platform/operations/act.server.ts";

export type Move = {
  pieceId: string;
  to: Holder;
  occurredAt: Date;
  /** The act of this hand-over. Set only if hand-overs of several acts are written together. */
  act?: Act;
  method: CustodyMethod;
  runId?: string | null;
  /** True if only one party reports the hand-over. The piece moves once the other party scans it. */
  oneSided?: boolean;
  /** The ledger entry that this hand-over reverses. The piece goes back to its former holder. */
  reverses?: number;
};

export type Moved = {
  pieceId: string;
  entry: number;
  before: Holder;
  after: Holder & { since: Date | null };
};

/**
 * Adds hand-overs to the ledger in the caller's transaction, and finds each piece's holder: the newest
 * hand-over decides, so a hand-over that is reported late never replaces a later holder. Locks the rows of
 * the pieces in order of id, unless the caller has locked them and passes their holders as `known`. The
 * caller must first lock the rows of runs and bookings. Returns each piece's holder before and after.
 */
export async function movePieces(
  { tx, act: ofAll }: Acting,
  moves: readonly Move[],
  known?: ReadonlyMap<string, Holder>,
): Promise<Map<string, Moved>> {
  const locked = known ?? (await lockPieces(tx, [...new Set(moves.map(({ pieceId }) => pieceId))]));
  const made = moves.filter(({ pieceId }) => locked.has(pieceId));
  if (made.length === 0) return new Map();
  const rows: (typeof custodyEntries.$inferInsert)[] = [];
  for (const { pieceId, to, occurredAt, act = ofAll, method, runId, oneSided = false, reverses } of made) {
    const from = locked.get(pieceId)!;
    rows.push({
      actId: await act.id({ occurredAt, runId }),
      pieceId,
      fromKind: from.kind,
      fromId: from.id,
      toKind: to.kind,
      toId: to.id,
      occurredAt,
      receivedAt: act.at,
      method,
      runId: runId ?? null,
      oneSided,
      reverses: reverses ?? null,
      ...act.by,
    });
  }
  const written = await tx
    .insert(custodyEntries)
    .values(rows)
    .returning({ id: custodyEntries.id, pieceId: custodyEntries.pieceId });
  const entries = new Map(written.map(({ id, pieceId }) => [pieceId, id]));
  const after = await holdersNow(tx, [...locked.keys()]);
  await storeHolders(tx, after);
  return new Map(
    [...locked].map(([pieceId, before]) => [
      pieceId,
      { pieceId, entry: entries.get(pieceId)!, before, after: after.get(pieceId)! },
    ]),
  );
}

/** Moves several pieces by one hand-over: to one holder, at one time. */
export const moveTogether = (
  work: Acting,
  rows: readonly Pick<Move, "pieceId">[],
  how: Omit<Move, "pieceId" | "reverses">,
): Promise<Map<string, Moved>> =>
  movePieces(
    work,
    rows.map(({ pieceId }) => ({ pieceId, ...how })),
  );

/** Locks the rows of pieces in order of id. Returns the holder of each piece, by the piece's id. */
export async function lockPieces(tx: Tx, ids: readonly string[]): Promise<Map<string, Holder>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ id: pieces.id, holderKind: pieces.holderKind, holderId: pieces.holderId })
    .from(pieces)
    .where(sql`${pieces.id} = any(${sql.param(ids)}::uuid[])`)
    .orderBy(asc(pieces.id))
    .for("no key update");
  return new Map(rows.map(({ id, holderKind, holderId }) => [id, { kind: holderKind, id: holderId }]));
}

/** Finds the current holder of each piece from the ledger. */
export async function holdersNow(
  tx: Tx,
  ids: readonly string[],
): Promise<Map<string, ReturnType<typeof holderOf>>> {
  const { id, pieceId, toKind, toId, occurredAt, oneSided, reverses } = custodyEntries;
  const rows = await tx
    .select({ id, pieceId, toKind, toId, occurredAt, oneSided, reverses, phone: phoneOfAct })
    .from(custodyEntries)
    .innerJoin(acts, eq(acts.id, custodyEntries.actId))
    .where(sql`${custodyEntries.pieceId} = any(${sql.param(ids)}::uuid[])`)
    .prepare("holders_now")
    .execute();
  const entries = Map.groupBy(rows, ({ pieceId }) => pieceId);
  return new Map(
    ids.map((id) => [
      id,
      holderOf(
        (entries.get(id) ?? []).map(({ toKind, toId, ...entry }) => ({
          ...entry,
          to: { kind: toKind, id: toId },
        })),
      ),
    ]),
  );
}

async function storeHolders(
  tx: Tx,
  holders: ReadonlyMap<string, ReturnType<typeof holderOf>>,
): Promise<void> {
  const all = [...holders];
  await tx.execute(sql`
    update ${pieces} set holder_kind = new.kind, holder_id = new.holder, held_since = new.since
    from unnest(${sql.param(all.map(([id]) => id))}::uuid[], ${sql.param(all.map(([, { kind }]) => kind))}::text[],
      ${sql.param(all.map(([, { id }]) => id))}::uuid[],
      ${sql.param(all.map(([, { since }]) => since?.toISOString() ?? null))}::timestamptz[]) as new (id, kind, holder, since)
    where ${pieces.id} = new.id and (${pieces.holderKind}, ${pieces.holderId}, ${pieces.heldSince})
      is distinct from (new.kind, new.holder, new.since)`);
}

/**
 * Takes pieces off their runs, and returns the run of each piece. A piece on no run stays unchanged. Locks the rows of
 * the pieces first, in the same order as `movePieces`, so that the two functions cannot deadlock.
 */
export async function endRunPlaces(
  tx: Tx,
  pieceIds: readonly string[],
  outcome: RunOutcome,
  at: Date,
): Promise<Map<string, string>> {
  if (pieceIds.length === 0) return new Map();
  await lockPieces(tx, pieceIds);
  const rows = await tx
    .update(runPieces)
    .set({ outcome, endedAt: at })
    .where(sql`${runPieces.pieceId} = any(${sql.param(pieceIds)}::uuid[]) and ${isNull(runPieces.endedAt)}`)
    .returning({ pieceId: runPieces.pieceId, runId: runPieces.runId });
  return new Map(rows.map(({ pieceId, runId }) => [pieceId, runId]));
}

type Made = Pick<
  typeof custodyEntries.$inferSelect,
  "id" | "pieceId" | "fromKind" | "fromId" | "method" | "runId"
>;

/** Selects the valid entries of the ledger: entries that are not reversed and are no reversals. */
export const inForce = and(
  isNull(custodyEntries.reverses),
  sql`not exists (select from custody_entries r where r.reverses = ${custodyEntries.id})`,
);

/** Moves pieces back to their former holders. Without `how`, keeps the method of the reversed hand-over. */
export const takeBackMoves = (
  work: Acting,
  made: readonly Made[],
  how: Pick<Move, "oneSided"> & Partial<Pick<Move, "method">> = {},
): Promise<Map<string, Moved>> =>
  movePieces(
    work,
    made.map(({ id, pieceId, fromKind, fromId, method, runId }) => ({
      ...{ pieceId, method, runId, ...how, reverses: id, occurredAt: work.act.at },
      to: { kind: fromKind, id: fromId },
    })),
  );

/** TRIP-16: a piece that left a run and came back has several places on the run. Selects the newest one. */
export const newestPlace = sql`not exists (select from ${runPieces} newer where newer.run_id = ${runPieces.runId}
  and newer.piece_id = ${runPieces.pieceId} and newer.id > ${runPieces.id})`;

/** Puts pieces back at their newest places on these runs, except pieces that are on another run now. */
export async function reopenRunPlaces(
  tx: Tx,
  pieceIds: readonly string[],
  runIds: readonly string[],
  outcomes: readonly RunOutcome[],
): Promise<void> {
  if (pieceIds.length === 0) return;
  await tx
    .update(runPieces)
    .set({ outcome: null, endedAt: null })
    .where(
      and(
        sql`${runPieces.pieceId} = any(${sql.param(pieceIds)}::uuid[])`,
        sql`${runPieces.runId} = any(${sql.param(runIds)}::uuid[])`,
        newestPlace,
        sql`${runPieces.outcome} = any(${sql.param(outcomes)}::text[])`,
        sql`not exists (select from ${runPieces} open where open.piece_id = ${runPieces.pieceId} and open.ended_at is null)`,
      ),
    );
}
