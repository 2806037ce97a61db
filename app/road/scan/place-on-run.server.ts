/** Finds the run on which a scanned piece is planned or loaded, and describes in words who holds a piece. */
import { and, desc, eq, isNull, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Holder } from "../../domain/custody.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { hubs, partners, riders, runPieces, runs } from "../../platform/db/schema.ts";
import { hubWithCode } from "./receive-answer.ts";

const toHubs = alias(hubs, "to_hubs");

/**
 * Finds the newest row of `run_pieces` that matches `which`. `lock`: true so that nobody can close the run before the
 * end of the transaction.
 */
async function place(tx: Pick<Tx, "select">, which: SQL, lock: boolean) {
  const query = tx
    .select({
      rowId: runPieces.id,
      run: { id: runs.id, name: runs.name, kind: runs.kind, state: runs.state },
      stop: runPieces.stop,
      loadedAt: runPieces.loadedAt,
      extra: runPieces.extra,
      outcome: runPieces.outcome,
      hub: { id: hubs.id, name: hubs.name, code: hubs.code },
      toHub: { id: toHubs.id, name: toHubs.name, code: toHubs.code },
    })
    .from(runPieces)
    .innerJoin(runs, eq(runs.id, runPieces.runId))
    .innerJoin(hubs, eq(hubs.id, runs.hubId))
    .leftJoin(toHubs, eq(toHubs.id, runs.toHubId))
    .where(which)
    .orderBy(desc(runPieces.id))
    .limit(1);
  const [found] = await (lock ? query.for("share", { of: runs }) : query);
  return found ?? null;
}

export type PlaceOnRun = NonNullable<Awaited<ReturnType<typeof place>>>;

/** Names a run, and the stop on it: 'IKJ-D-2, stop 3'. A linehaul has no stops. */
export const stopText = ({ run, stop }: Pick<PlaceOnRun, "run" | "stop">): string =>
  run.kind === "linehaul" ? run.name : `${run.name}, stop ${stop}`;

export const openPlace = (tx: Pick<Tx, "select">, pieceId: string, { lock }: { lock: boolean }) =>
  place(tx, and(eq(runPieces.pieceId, pieceId), isNull(runPieces.endedAt))!, lock);

export const placeOn = (tx: Pick<Tx, "select">, pieceId: string, runId: string) =>
  place(tx, and(eq(runPieces.pieceId, pieceId), eq(runPieces.runId, runId))!, false);

/**
 * Describes who holds a piece: 'in Kano (KAN)', 'with Musa Bello'. `named` adds a person's name. Use `named` only for
 * answers that are not stored, because stored answers contain no names.
 */
export async function whereText(
  tx: Pick<Tx, "select">,
  { kind, id }: Holder,
  named = false,
): Promise<string> {
  if (kind === "hub") {
    const [hub] = await tx.select().from(hubs).where(eq(hubs.id, id!));
    return hub ? `in ${hubWithCode(hub)}` : "in a hub";
  }
  if (kind === "partner") {
    const [partner] = await tx.select().from(partners).where(eq(partners.id, id!));
    return `with ${partner?.company ?? "a partner"}`;
  }
  if (kind !== "rider")
    return { sender: "with the sender", receiver: "with the receiver", lost: "with nobody we know" }[kind];
  if (!named) return "with a rider";
  const [rider] = await tx.select().from(riders).where(eq(riders.id, id!));
  return `with ${rider?.name ?? "a rider"}`;
}
