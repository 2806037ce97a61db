/** PROOF-1, PROOF-3: stores the proof that a receiver gave, or a rider's observations if the parcel was not handed over. */
import type { PinState, ProofFlag, ProofPicture } from "../../domain/proof.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { proofs } from "../../platform/db/schema.ts";
import type { Services } from "../../platform/services.server.ts";
import { openExceptions, type NewException } from "../../notifications/open-exception.server.ts";
import { checkPin, type PinAnswer } from "./check-pin.server.ts";
import { judgeProof, type JudgedProof } from "./proof-rule.ts";
import { proofRulesOf } from "./proof-rules.server.ts";

export type ProofWork = {
  services: Pick<Services, "secret" | "company">;
  tx: Tx;
  at: Date;
  /** The author: a rider, or a member of the team. */
  by: { byUserId: string | null; byName: string };
};

export type NewProof = {
  /** Created by the phone, so that its pictures have a name before they are taken. A repeat changes nothing. */
  deedId: string;
  parts: readonly { bookingId: string; pieces: readonly number[]; returning: boolean }[];
  run: { id: string; hubId: string } | null;
  outcome: "delivered" | "attempted";
  occurredAt: Date;
  takenBy?: string | null;
  /** As given at the door. It is compared here and not stored. */
  pin?: string | null;
  /** The pictures that the deed names; they arrive later. */
  pictures?: readonly ProofPicture[];
  position?: { latitude: number; longitude: number; accuracy: number | null } | null;
  /** The rider's note about the place. */
  landmark?: string | null;
  calledAt?: Date | null;
  /** The reason for a missing required proof. */
  note?: string | null;
  /** Flags that the caller found. */
  flags?: readonly ProofFlag[];
  /** The amounts taken at the door for each booking and already recorded, in kobo. */
  collected?: ReadonlyMap<string, number>;
  /** Entered in the office, where no pictures are taken. */
  inOffice?: boolean;
};

const STATES: Record<PinAnswer, PinState> = {
  right: "right",
  wrong: "wrong",
  used_up: "unchecked",
  none: "unchecked",
};

const ATTEMPT: JudgedProof = { kind: "attempt", flags: [], exception: null };

/**
 * Adds the proofs of a deed, one for each booking, in the caller's transaction, which has locked the bookings. Opens 'Wrong
 * PIN' and 'Proof missing' if the rule of a booking is not met; a delivery is never refused for it. Returns the result for
 * each booking, and the number of new exceptions; publish 'exceptions' if it is not 0.
 */
export async function recordProof(
  work: ProofWork,
  proof: NewProof,
): Promise<{ judged: Map<string, JudgedProof>; opened: number }> {
  const { services, tx, at, by } = work;
  const { deedId, parts, run, outcome, occurredAt } = proof;
  const { takenBy = null, pin = null, pictures = [], position = null, calledAt = null } = proof;
  const { note = null, landmark = null, inOffice = false } = proof;
  if (parts.length === 0) return { judged: new Map(), opened: 0 };
  const ids = parts.map(({ bookingId }) => bookingId);
  const toReceiver = parts.filter(({ returning }) => !returning).map(({ bookingId }) => bookingId);
  const delivered = outcome === "delivered";
  const answers =
    delivered && pin && toReceiver.length > 0
      ? (await checkPin(tx, services, { runId: run?.id ?? null, bookingIds: toReceiver, pin })).answers
      : null;
  const rules = delivered ? await rulesOf(work, proof, ids) : new Map<string, never>();
  const stateOf = (id: string): PinState | null => {
    const answer = answers?.get(id) ?? null;
    return answer && STATES[answer];
  };
  const judged = new Map(
    ids.map((id) => {
      const rule = rules.get(id);
      const given = { pin: stateOf(id), takenBy, pictures, inOffice };
      return [id, rule ? judgeProof(rule, given) : ATTEMPT];
    }),
  );
  const written = await tx
    .insert(proofs)
    .values(
      parts.map(({ bookingId, pieces }) => ({
        deedId,
        bookingId,
        pieces: pieces.toSorted((a, b) => a - b),
        runId: run?.id ?? null,
        kind: judged.get(bookingId)!.kind,
        pinState: stateOf(bookingId),
        ...{
          takenBy: takenBy || null,
          note: note || null,
          landmark: landmark || null,
          calledAt,
          occurredAt,
          receivedAt: at,
        },
        ...(position ?? {}),
        pictures: pictures.length,
        flags: [...new Set([...judged.get(bookingId)!.flags, ...(proof.flags ?? [])])],
        ...by,
      })),
    )
    .onConflictDoNothing()
    .returning({ bookingId: proofs.bookingId });
  const found = written.flatMap(({ bookingId }): NewException[] => {
    const { exception: kind } = judged.get(bookingId)!;
    return kind ? [{ kind, bookingId, runId: run?.id, hubId: run?.hubId, note: note || null }] : [];
  });
  const opened = await openExceptions(tx, found, { byName: by.byName, at });
  return { judged, opened };
}

async function rulesOf({ services, tx }: ProofWork, { parts, collected }: NewProof, ids: string[]) {
  const returning = new Set(parts.flatMap((part) => (part.returning ? [part.bookingId] : [])));
  return proofRulesOf(tx, await services.company(), ids, { returning, ...(collected && { collected }) });
}
