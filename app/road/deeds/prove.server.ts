/** PROOF-1: adds a deed's proof to its bookings. recordProofs compares the PIN. The PIN itself is not stored. */
import { PLACES_TO_REMEMBER } from "../../parcels/remembered-places/delivery-places.server.ts";
import { recordProofs, type NewProof } from "../../parcels/proof/record-proof.server.ts";
import type { ProofGiven } from "./protocol.ts";
import type { DeedAtStop, DeedWork } from "./deed-work.server.ts";

type Proving = DeedAtStop &
  Pick<NewProof, "outcome"> & { given: ProofGiven; collected?: ReadonlyMap<string, number> };

/** Records the proofs given at these stops, in one savepoint. The stops must be of one rider. */
export async function recordStopProofs(stops: readonly Proving[]): Promise<void> {
  const { services, tx, act } = stops.at(-1)!.deedWork;
  const given = stops.map(proofOf);
  const proven = await recordProofs({ services, tx, act }, given);
  const placed = given.filter((one) => one.outcome === "delivered" && (one.position ?? one.landmark));
  await services.jobs.addAll(
    tx,
    PLACES_TO_REMEMBER,
    placed.flatMap(({ parts }) => parts.map(({ bookingId }) => ({ bookingId }))),
  );
  for (const [n, { judged }] of proven.entries())
    for (const { exception } of judged.values()) {
      if (exception === "wrong_pin") stops[n]!.deedWork.flags.add("pin_wrong");
      if (exception === "proof_missing") stops[n]!.deedWork.flags.add("proof_missing");
    }
}

function proofOf({ deedWork, run, there, outcome, given, collected }: Proving) {
  const { act, deed, occurredAt, flags, positionConsent, counts } = deedWork;
  const parts = [...Map.groupBy(there, ({ bookingId }) => bookingId)].map(([bookingId, own]) => ({
    bookingId,
    pieces: own.map(({ number }) => number),
    returning: own.every(({ returning }) => returning),
  }));
  const { position: said, landmark } = given;
  const position =
    said && positionConsent ? { latitude: said.lat, longitude: said.lng, accuracy: said.accuracyM } : null;
  return {
    deedId: deed.id,
    parts,
    run,
    outcome,
    occurredAt,
    act,
    takenBy: given.name?.slice(0, 80) ?? null,
    pin: given.pin,
    corrects: deed.did.kind === "corrected" ? deed.did.of : null,
    pictures: given.pictures.map(({ kind }) => kind),
    ...{ position, landmark },
    calledAt: given.calledAt === null ? null : calledAt(deedWork, given.calledAt),
    flags: [
      ...(flags.has("time_bounded") ? (["time_bounded"] as const) : []),
      ...(flags.has("revoked_phone") ? (["revoked"] as const) : []),
    ],
    ...(collected && { collected }),
    ...(counts?.pin && { pinBefore: counts.pin }),
  };
}

/**
 * Returns the time at which the rider called the receiver. `said`: this time by the phone's clock, which only shows how
 * long before the deed the call was. Null if `said` is after the deed, or a day or more before the deed.
 */
const calledAt = ({ deed, occurredAt }: DeedWork, said: number): Date | null => {
  const before = deed.clock.at - said;
  return before >= 0 && before < 24 * 3_600_000 ? new Date(occurredAt.getTime() - before) : null;
};
