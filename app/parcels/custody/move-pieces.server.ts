/** CUSTODY-1: hand-overs of pieces. */
import { asc, eq, isNull, sql } from "drizzle-orm";
import { holderOf, type CustodyMethod, type Holder } from "../../domain/custody.ts";
import type { RunOutcome } from "../../domain/run.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { acts, custodyEntries, pieces, runPieces } from "../../platform/db/schema.ts";
import { phoneOfAct, type Act, type Acting } from "../../platform/operations/act.server.ts";

export type Move = {
  pieceId: string;
  to: Holder;
  /** The time of the hand-over. */
  occurredAt: Date;
  /** The act of this hand-over, if it is written together with those of other acts. */
  act?: Act;
  method: CustodyMethod;
  runId?: string | null;
  /** True if only one side states the hand-over. The piece does not move until the other side scans it. */
  claim?: boolean;
  /** The ledger entry that this hand-over reverses. The piece goes back to the party that held it before that entry. */
  reverses?: number;
};

export type Moved = {
  pieceId: string;
  /** The newest ledger entry that was written for the piece. */
  entry: number;
  before: Holder;
  after: Holder & { since: Date | null };
};

/**
 * Adds hand-overs to the ledger in the caller's transaction, and derives the holder of each piece again. The newest
 * hand-over decides, so one that is reported late does not replace a later holder. Locks the rows of the pieces in
 * order of id, unless the caller has locked them and passes the present holders as `known`. Lock the rows of runs and
 * bookings first. Returns for each piece the holder before and after.
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
  for (const { pieceId, to, occurredAt, act = ofAll, method, runId, claim = false, reverses } of made) {
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
      claim,
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

/** Locks the rows of pieces in order of id. Returns their holders, by id. */
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

/** The holders of pieces, derived from the ledger. */
export async function holdersNow(
  tx: Tx,
  ids: readonly string[],
): Promise<Map<string, ReturnType<typeof holderOf>>> {
  const rows = await tx
    .select({
      id: custodyEntries.id,
      pieceId: custodyEntries.pieceId,
      toKind: custodyEntries.toKind,
      toId: custodyEntries.toId,
      occurredAt: custodyEntries.occurredAt,
      claim: custodyEntries.claim,
      reverses: custodyEntries.reverses,
      phone: phoneOfAct,
    })
    .from(custodyEntries)
    .innerJoin(acts, eq(acts.id, custodyEntries.actId))
    .where(sql`${custodyEntries.pieceId} = any(${sql.param(ids)}::uuid[])`);
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
 * Takes pieces off the runs on which they are planned or loaded, and returns those runs, by piece. A piece that is on
 * no run is unchanged. Locks the rows of the pieces first, as `movePieces` does, so that the two cannot wait for each
 * other in a deadlock.
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
