/**
 * DEED-5: carries out and stores one deed of a phone. No deed is refused because it is late or unusual, or
 * because its piece has moved since.
 */
import { eq } from "drizzle-orm";
import { actAuthor } from "../../access/author.server.ts";
import type { DeedFlag } from "../../domain/deeds.ts";
import { askTransfer } from "../../money/settlements/collect-money.server.ts";
import { openExceptions } from "../../notifications/open-exception.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { riderDeeds } from "../../platform/db/schema.ts";
import { beginActs } from "../../platform/operations/act.server.ts";
import { noteIncident, noteVisit } from "../entries/enter-deeds.server.ts";
import { mailUndone } from "../../history/follow.server.ts";
import { doAtDoor, recordUnbooked } from "./at-door.server.ts";
import type { DeedFacts } from "./batch-facts.server.ts";
import { namesPiece, piecesOfDeed } from "./find-pieces.server.ts";
import { handToHub, handToRider } from "./one-sided-hand-overs.server.ts";
import type { Envelope } from "./deed-schema.ts";
import { writeDeliveries } from "./deliver.server.ts";
import type { Deed } from "./protocol.ts";
import { isTheirBooking, stopOf, type Delivery, type DeedWork } from "./deed-work.server.ts";
import type { StoredDeed } from "./origins.server.ts";
import { takeBackDeed, wasTakenBack } from "./take-back.server.ts";
import { releaseByPin } from "./release-by-pin.server.ts";
import { atDoorOf, storeTold } from "./told.server.ts";

/** Carries out and stores the deed in the caller's savepoint. Throws if the deed's id is already stored. */
export async function carryOutDeed(deedWork: DeedWork): Promise<void> {
  const { tx, actor, deed, facts, bookingIds } = deedWork;
  const { did } = deed;
  const isUndone = facts.takenBack.has(deed.id) && (await wasTakenBack(tx, actor.id, deed));
  if (isUndone) for (const { bookingId } of piecesOfDeed(deed, facts)) bookingIds.add(bookingId);
  else {
    await releaseByPin(deedWork);
    await doIt(deedWork);
  }
  await storeDeeds(tx, [rowOf(deedWork, deed, did.kind)]);
  await storeTold(deedWork);
  await askDispatch(deedWork);
}

/** Carries out a stored deed that waited. Only the pieces that are confirmed now (`deedWork.counts`) are moved. */
export async function countDeed(deedWork: DeedWork): Promise<void> {
  const corrected = atDoorOf(deedWork.deed.did);
  await (corrected ? doAtDoor(deedWork, corrected) : doIt(deedWork));
  await askDispatch(deedWork);
}

/** True for a delivery that may be written in one savepoint with deliveries of other bookings. */
export const goesTogether = ({ id, did }: Deed, facts: DeedFacts, occurredAt: Date): boolean =>
  did.kind === "delivered" &&
  did.refused.length === 0 &&
  !facts.takenBack.has(id) &&
  did.pieces.every((ref) => {
    const piece = facts.pieces.get(ref);
    return piece !== undefined && facts.isTheirs(piece, "delivered", occurredAt);
  });

/** Writes these deliveries of one rider in one savepoint. The effect is the same as if each were written alone. */
export async function carryOutTogether(deedWorks: readonly DeedWork[]): Promise<void> {
  const deliveries = deedWorks.flatMap((deedWork): Delivery[] => {
    const { did } = deedWork.deed;
    const stop = did.kind === "delivered" ? stopOf(deedWork, did) : null;
    return did.kind === "delivered" && stop && stop.there.length > 0 ? [{ ...stop, did }] : [];
  });
  await beginTogether(deliveries);
  await writeDeliveries(deliveries);
  await storeDeeds(
    deedWorks[0]!.tx,
    deedWorks.map((deedWork) => rowOf(deedWork, deedWork.deed, deedWork.deed.did.kind)),
  );
  for (const deedWork of deedWorks) await askDispatch(deedWork);
}

async function beginTogether(deliveries: readonly Delivery[]): Promise<void> {
  if (deliveries.length === 0) return;
  const begun = await beginActs(
    deliveries[0]!.deedWork.tx,
    deliveries.map(({ run, deedWork: { actor, at, deed, occurredAt } }) => ({
      ...actAuthor(actor),
      ...{ kind: "delivered" as const, at, occurredAt, runId: run.id },
      deed: { deedId: deed.id, phone: { id: actor.deviceId, number: deed.seq } },
    })),
  );
  for (const [n, { deedWork }] of deliveries.entries()) deedWork.act = begun[n]!;
}

async function doIt(deedWork: DeedWork): Promise<void> {
  const { deed, facts, flags, occurredAt } = deedWork;
  const { did } = deed;
  switch (did.kind) {
    case "delivered":
    case "attempted":
    case "picked_up":
      return doAtDoor(deedWork, did);
    case "picked_up_unbooked":
      if (!namesPiece(did.sticker) && isFree(deedWork, did.sticker)) return recordUnbooked(deedWork, did);
      return void flags.add("not_yours");
    case "handed_to_hub":
      return handToHub(deedWork, did);
    case "handed_to_rider":
    case "received_from_rider":
      return handToRider(deedWork, did);
    case "incident": {
      const run = facts.ownRun(deed.run?.id);
      if (!run) return void flags.add("not_yours");
      const codes = await noteIncident(deedWork, run, { ...did, occurredAt });
      for (const code of codes) deedWork.codes.add(code);
      return undefined;
    }
    case "regular_visited": {
      const run = facts.ownRun(deed.run?.id);
      const isOwn =
        run !== null && (await noteVisit(deedWork.tx, run, did.stop, { taken: did.taken, at: occurredAt }));
      return isOwn ? undefined : void flags.add("not_yours");
    }
    case "transfer_asked": {
      if (
        !isTheirBooking(deedWork, did.booking, "delivered") &&
        !isTheirBooking(deedWork, did.booking, "picked_up")
      )
        return void flags.add("not_yours");
      deedWork.bookingIds.add(did.booking);
      const runId = facts.ownRun(deed.run?.id)?.id ?? null;
      return askTransfer(deedWork, { bookingId: did.booking, kobo: did.kobo, runId });
    }
    case "undo":
    case "corrected": {
      const isTakenBack = await takeBackDeed(deedWork, await storedDeed(deedWork, did.of));
      if (did.kind === "corrected" && isTakenBack) await doAtDoor(deedWork, did.to);
      return mailUndone(deedWork, deedWork.undone);
    }
  }
}

/**
 * True if the deed about an unbooked parcel takes effect now. A new deed waits if a booked piece has the sticker, or if
 * the deed came from a revoked phone.
 */
function isFree(deedWork: DeedWork, sticker: string): boolean {
  const { facts, flags, told, counts, bookingIds } = deedWork;
  if (counts) return true;
  const piece = facts.pieces.get(sticker);
  if (piece) {
    told.add(piece);
    bookingIds.add(piece.bookingId);
  } else deedWork.waitsUnbooked = flags.has("revoked_phone");
  return !piece && !deedWork.waitsUnbooked;
}

/**
 * Returns the stored deed with this id, for an undo. Null for another rider's deed. Also null if this phone was revoked
 * and the deed came from the rider's next phone after that, because a revoked phone must not undo such a deed.
 */
async function storedDeed({ tx, actor, goneAt }: DeedWork, id: string): Promise<StoredDeed | null> {
  const [row] = await tx.select().from(riderDeeds).where(eq(riderDeeds.deedId, id));
  if (row?.riderId !== actor.id) return null;
  return goneAt !== null && row.receivedAt > goneAt && row.deviceId !== actor.deviceId ? null : row;
}

/** Stores an unreadable deed as it arrived. Dispatch decides what to do. */
export async function storeUnclear(deedWork: DeedWork, envelope: Envelope, flag: DeedFlag): Promise<void> {
  deedWork.flags.add(flag);
  deedWork.ask = "The phone said something that we could not read";
  await storeDeeds(deedWork.tx, [rowOf(deedWork, envelope, "not_understood")]);
  await askDispatch(deedWork);
}

type DeedRow = typeof riderDeeds.$inferInsert;

const storeDeeds = async (tx: Tx, rows: DeedRow[]): Promise<void> =>
  void (await tx.insert(riderDeeds).values(rows));

function rowOf(
  { actor, at, occurredAt, flags, bookingIds }: DeedWork,
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
 * Returns the deed without the receiver's PIN, which is never stored. Characters that the database cannot
 * store are left out, because otherwise the whole request would fail on each retry.
 */
function withoutPins(value: object): Record<string, unknown> {
  const storable = (key: string, inner: unknown) => {
    if (key === "pin") return null;
    return typeof inner === "string" ? inner.replaceAll("\0", "").toWellFormed() : inner;
  };
  return JSON.parse(JSON.stringify(value, storable)) as Record<string, unknown>;
}

async function askDispatch({ tx, act, actor, ask, deed, facts, counted }: DeedWork): Promise<void> {
  if (ask === null) return;
  const run = facts.ownRun(deed.run?.id);
  // The exception may name a booking only if a piece of the booking is this rider's.
  const [bookingId] = counted;
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
