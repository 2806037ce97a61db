/**
 * DEED-5: carries out one deed of a phone, and stores it. No deed is refused for being late, unusual or about a piece
 * that was moved.
 */
import { and, eq } from "drizzle-orm";
import { actAuthor } from "../../access/author.server.ts";
import type { DeedFlag } from "../../domain/deeds.ts";
import { askTransfer } from "../../money/settlements/door-transfers.server.ts";
import { openExceptions } from "../../notifications/open-exception.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { pieces, riderDeeds, runPieces, runs } from "../../platform/db/schema.ts";
import { beginActs } from "../../platform/operations/act.server.ts";
import { mailUndone } from "../runs/mail-undone.server.ts";
import { noteIncident } from "../runs/run-incidents.server.ts";
import { doAtDoor } from "./at-door.server.ts";
import type { BatchFacts } from "./batch-facts.server.ts";
import { handToHub, handToRider } from "./claims.server.ts";
import type { Envelope } from "./deed-schema.ts";
import { deliver } from "./deliver.server.ts";
import type { Deed } from "./protocol.ts";
import { stopOf, type Delivery } from "./stop.server.ts";
import type { StoredDeed } from "./origins.server.ts";
import { takeBack, wasTakenBack } from "./take-back.server.ts";
import type { Taking } from "./taking.server.ts";
import { takeUnbooked } from "./unbooked.server.ts";

/**
 * Carries the deed out and stores it, in the caller's savepoint. A deed that is already stored violates the unique index of
 * its id.
 */
export async function takeDeed(taking: Taking): Promise<void> {
  const { tx, actor, deed, facts, bookingIds } = taking;
  const { did } = deed;
  const isUndone = facts.takenBack.has(deed.id) && (await wasTakenBack(tx, actor.id, deed));
  if (isUndone)
    for (const ref of facts.pieces.values()) if (isAbout(deed, ref.pieceId)) bookingIds.add(ref.bookingId);
  if (!isUndone) await doIt(taking);
  await storeDeeds(tx, [rowOf(taking, deed, did.kind)]);
  await askDesk(taking);
}

/**
 * True for a delivery that may be written together with deliveries of other bookings: nothing was refused, and no deed
 * undoes it.
 */
export const goesTogether = ({ id, did }: Deed, facts: BatchFacts): boolean =>
  did.kind === "delivered" && did.refused.length === 0 && !facts.takenBack.has(id);

/** Writes these deliveries of one rider in one savepoint. The effect is the same as if each were written alone. */
export async function takeTogether(takings: readonly Taking[]): Promise<void> {
  const deliveries = takings.flatMap((taking): Delivery[] => {
    const { did } = taking.deed;
    const stop = did.kind === "delivered" ? stopOf(taking, did) : null;
    return did.kind === "delivered" && stop && stop.there.length > 0 ? [{ ...stop, did }] : [];
  });
  await beginTogether(deliveries);
  await deliver(deliveries);
  await storeDeeds(
    takings[0]!.tx,
    takings.map((taking) => rowOf(taking, taking.deed, taking.deed.did.kind)),
  );
  for (const taking of takings) await askDesk(taking);
}

/** Stores the acts of these deliveries by one statement. */
async function beginTogether(deliveries: readonly Delivery[]): Promise<void> {
  if (deliveries.length === 0) return;
  const begun = await beginActs(
    deliveries[0]!.taking.tx,
    deliveries.map(({ run, taking: { actor, at, deed, occurredAt } }) => ({
      ...actAuthor(actor),
      ...{ kind: "delivered" as const, at, deedId: deed.id, occurredAt, runId: run.id },
    })),
  );
  for (const [n, { taking }] of deliveries.entries()) taking.act = begun[n]!;
}

const isAbout = ({ did }: Deed, pieceId: string) =>
  "pieces" in did && Array.isArray(did.pieces) && did.pieces.includes(pieceId);

async function doIt(taking: Taking): Promise<void> {
  const { deed, facts, flags, occurredAt } = taking;
  const { did } = deed;
  switch (did.kind) {
    case "delivered":
    case "attempted":
    case "picked_up":
      return doAtDoor(taking, did);
    case "picked_up_unbooked":
      return takeUnbooked(taking, did);
    case "handed_to_hub":
      return handToHub(taking, did);
    case "handed_to_rider":
    case "received_from_rider":
      return handToRider(taking, did);
    case "incident": {
      const run = deed.run && facts.runs.get(deed.run.id);
      if (!run) return void flags.add("unknown_run");
      const codes = await noteIncident(taking, run, { ...did, occurredAt });
      for (const code of codes) taking.codes.add(code);
      return undefined;
    }
    case "transfer_asked": {
      const known = await wasOnRunOf(taking, did.booking);
      taking.bookingIds.add(did.booking);
      if (!known) flags.add("unknown_piece");
      const runId = deed.run && facts.runs.has(deed.run.id) ? deed.run.id : null;
      return known ? askTransfer(taking, { bookingId: did.booking, kobo: did.kobo, runId }) : undefined;
    }
    case "undo":
    case "corrected": {
      const isTakenBack = await takeBack(taking, await storedDeed(taking, did.of));
      if (did.kind === "corrected" && isTakenBack) await doAtDoor(taking, did.to);
      return mailUndone(taking, taking.undone);
    }
  }
}

/** True if the booking is or was on a run of this rider. A rider may not ask about other parcels. */
async function wasOnRunOf({ tx, actor }: Taking, bookingId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: runPieces.id })
    .from(runPieces)
    .innerJoin(runs, eq(runs.id, runPieces.runId))
    .innerJoin(pieces, eq(pieces.id, runPieces.pieceId))
    .where(and(eq(runs.riderId, actor.id), eq(pieces.bookingId, bookingId)))
    .limit(1);
  return rows.length > 0;
}

/** The stored deed with this id; null if this rider has none. A rider cannot undo the deed of another rider. */
async function storedDeed({ tx, actor }: Taking, id: string): Promise<StoredDeed | null> {
  const [row] = await tx.select().from(riderDeeds).where(eq(riderDeeds.deedId, id));
  return row?.riderId === actor.id ? row : null;
}

/** Stores an unreadable deed as it arrived. Dispatch decides about it. */
export async function storeUnclear(taking: Taking, envelope: Envelope, flag: DeedFlag): Promise<void> {
  taking.flags.add(flag);
  taking.ask = "The phone said something that we could not read";
  await storeDeeds(taking.tx, [rowOf(taking, envelope, "not_understood")]);
  await askDesk(taking);
}

type DeedRow = typeof riderDeeds.$inferInsert;

const storeDeeds = async (tx: Tx, rows: DeedRow[]): Promise<void> =>
  void (await tx.insert(riderDeeds).values(rows));

function rowOf(
  { actor, at, occurredAt, flags, bookingIds }: Taking,
  deed: Deed | Envelope,
  kind: DeedRow["kind"],
): DeedRow {
  const { id, seq, v, run, did } = deed;
  return {
    deedId: id,
    deviceId: actor.deviceId,
    riderId: actor.id,
    seq,
    kind,
    runId: run?.id ?? null,
    runVersion: run?.version ?? null,
    about: kind === "undo" || kind === "corrected" ? ((did as { of?: string }).of ?? null) : null,
    protocol: v,
    body: withoutPins(deed),
    occurredAt,
    receivedAt: at,
    flags: [...flags],
    bookingIds: [...bookingIds],
  };
}

/**
 * The deed without the receiver's PIN, which is never stored, whatever field contains it. Characters that the database
 * cannot store are left out: otherwise the whole request would fail each time that the phone sends it.
 */
function withoutPins(value: object): Record<string, unknown> {
  const storable = (key: string, inner: unknown) => {
    if (key === "pin") return null;
    return typeof inner === "string" ? inner.replaceAll("\0", "").toWellFormed() : inner;
  };
  return JSON.parse(JSON.stringify(value, storable)) as Record<string, unknown>;
}

async function askDesk({ tx, act, actor, ask, deed, facts, bookingIds }: Taking): Promise<void> {
  if (ask === null) return;
  const run = deed.run ? facts.runs.get(deed.run.id) : undefined;
  const [bookingId] = bookingIds;
  await openExceptions(
    tx,
    [
      {
        kind: "deed_unclear",
        bookingId: bookingId ?? null,
        runId: run?.id ?? null,
        hubId: run?.hubId ?? actor.hubId,
        note: `${actor.name}: ${ask}`,
        ...(bookingId === undefined && { about: `deed ${deed.id}` }),
      },
    ],
    act,
  );
}
