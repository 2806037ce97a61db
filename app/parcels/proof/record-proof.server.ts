/** PROOF-1, PROOF-3: stores the proof of a delivery, or what the rider saw at a failed delivery. */
import { and, eq, inArray } from "drizzle-orm";
import type { PinState, ProofFlag, ProofPicture } from "../../domain/proof.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { proofs } from "../../platform/db/schema.ts";
import type { Act, Acting } from "../../platform/operations/act.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { openExceptions, type NewException } from "../../notifications/open-exception.server.ts";
import { checkPin, type PinAnswer } from "./check-pin.server.ts";
import { judgeProof, type JudgedProof } from "./proof-rule.ts";
import { proofRulesOf } from "./proof-rules.server.ts";

export type ProofWork = Acting & {
  services: Pick<Services, "secret" | "company">;
};

export type NewProof = {
  /** The deed's id, which the phone generates before it takes pictures. A repeated id stores nothing. */
  deedId: string;
  parts: readonly { bookingId: string; pieces: readonly number[]; returning: boolean }[];
  run: { id: string; hubId: string } | null;
  outcome: "delivered" | "attempted";
  occurredAt: Date;
  act?: Act;
  takenBy?: string | null;
  /** The PIN that the receiver said at the door. It is only compared, never stored. */
  pin?: string | null;
  /**
   * The id of the deed that this deed corrects. If the PIN of the corrected deed was right, the PIN of this deed counts
   * as right, too.
   */
  corrects?: string | null;
  /**
   * Set for a deed that waited for confirmation: the result of the PIN check when the deed arrived. The PIN itself is
   * not stored.
   */
  pinBefore?: "wrong" | "unchecked";
  /** The kinds of the pictures, which arrive later. */
  pictures?: readonly ProofPicture[];
  position?: { latitude: number; longitude: number; accuracy: number | null } | null;
  /** The rider's note about the place. */
  landmark?: string | null;
  calledAt?: Date | null;
  /** The rider's reason why a needed proof is missing. */
  note?: string | null;
  /** Flags from the caller. They are stored together with the flags that this file finds. */
  flags?: readonly ProofFlag[];
  /** The amounts already taken at the receiver's door, in kobo, by booking. */
  collected?: ReadonlyMap<string, number>;
  inOffice?: boolean;
};

const STATES: Record<PinAnswer, PinState> = {
  right: "right",
  wrong: "wrong",
  used_up: "unchecked",
  none: "unchecked",
};

const ATTEMPT: JudgedProof = { kind: "attempt", flags: [], exception: null };

export type Proven = { judged: Map<string, JudgedProof>; opened: number };

/**
 * Stores one proof for each booking, in the caller's transaction. The caller must first lock the rows of the
 * bookings. If the proof is not enough, opens the exception 'Wrong PIN' or 'Proof missing', but never refuses the
 * delivery. Returns the result for each deed, with the number of opened exceptions. If that number is not 0, the
 * caller must publish 'exceptions'.
 */
export async function recordProofs(work: ProofWork, all: readonly NewProof[]): Promise<Proven[]> {
  const rules = await rulesOf(
    work,
    all.filter(({ outcome }) => outcome === "delivered"),
  );
  const found: { proof: NewProof; states: PinStates; judged: Map<string, JudgedProof> }[] = [];
  for (const proof of all) {
    const states = await pinStates(work, proof);
    const { takenBy = null, pictures = [], inOffice = false } = proof;
    const judged = new Map(
      proof.parts.map(({ bookingId }) => {
        const rule = proof.outcome === "delivered" ? rules.get(bookingId) : undefined;
        const given = { pin: states.get(bookingId) ?? null, takenBy, pictures, inOffice };
        return [bookingId, rule ? judgeProof(rule, given) : ATTEMPT];
      }),
    );
    found.push({ proof, states, judged });
  }
  const rows: (typeof proofs.$inferInsert)[] = [];
  for (const { proof, states, judged } of found) rows.push(...(await rowsOf(work, proof, states, judged)));
  const written = new Set(rows.length > 0 ? await insertProofs(work.tx, rows) : []);
  const proven: Proven[] = [];
  for (const { proof, judged } of found)
    proven.push({ judged, opened: await openMissing(work, proof, judged, written) });
  return proven;
}

type PinStates = ReadonlyMap<string, PinState | null>;

async function pinStates(
  { services, tx, act }: ProofWork,
  { outcome, parts, pin, pinBefore, run, corrects }: NewProof,
): Promise<PinStates> {
  const bookingIds = parts.flatMap(({ bookingId, returning }) => (returning ? [] : [bookingId]));
  if (outcome !== "delivered" || bookingIds.length === 0) return new Map();
  if (pinBefore) return new Map(bookingIds.map((id) => [id, pinBefore]));
  if (!pin) return corrects ? rightBefore(tx, corrects, bookingIds, act.by.byName) : new Map();
  const { answers } = await checkPin(tx, services, { runId: run?.id ?? null, bookingIds, pin });
  return new Map([...answers].map(([id, answer]) => [id, answer && STATES[answer]]));
}

/** Finds the bookings for which the earlier deed `deedId` had the right PIN. Another person's deed does not count. */
async function rightBefore(tx: Tx, deedId: string, bookingIds: string[], byName: string): Promise<PinStates> {
  const rows = await tx
    .select({ id: proofs.bookingId })
    .from(proofs)
    .where(
      and(
        eq(proofs.deedId, deedId),
        inArray(proofs.bookingId, bookingIds),
        eq(proofs.pinState, "right"),
        eq(proofs.byName, byName),
      ),
    );
  return new Map(rows.map(({ id }) => [id, "right"]));
}

async function rowsOf(
  work: ProofWork,
  proof: NewProof,
  states: PinStates,
  judged: ReadonlyMap<string, JudgedProof>,
): Promise<(typeof proofs.$inferInsert)[]> {
  const { deedId, parts, run, occurredAt, act = work.act, calledAt = null, pictures = [] } = proof;
  if (parts.length === 0) return [];
  const actId = await act.id({ occurredAt, runId: run?.id });
  return parts.map(({ bookingId, pieces }) => ({
    actId,
    deedId,
    bookingId,
    pieces: pieces.toSorted((a, b) => a - b),
    runId: run?.id ?? null,
    kind: judged.get(bookingId)!.kind,
    pinState: states.get(bookingId) ?? null,
    ...{ takenBy: proof.takenBy || null, note: proof.note || null, landmark: proof.landmark || null },
    ...{ calledAt, occurredAt, receivedAt: act.at },
    ...(proof.position ?? {}),
    pictures: pictures.length,
    flags: [...new Set([...judged.get(bookingId)!.flags, ...(proof.flags ?? [])])],
    ...act.by,
  }));
}

const proofKey = ({ deedId, bookingId }: { deedId: string; bookingId: string }) => `${deedId} ${bookingId}`;

/** Stores proofs. Returns the keys (`proofKey`) of the newly stored proofs. */
async function insertProofs(tx: Tx, rows: (typeof proofs.$inferInsert)[]): Promise<string[]> {
  const written = await tx
    .insert(proofs)
    .values(rows)
    .onConflictDoNothing()
    .returning({ deedId: proofs.deedId, bookingId: proofs.bookingId });
  return written.map(proofKey);
}

function openMissing(
  work: ProofWork,
  { deedId, run, note = null, act = work.act }: NewProof,
  judged: ReadonlyMap<string, JudgedProof>,
  written: ReadonlySet<string>,
): Promise<number> {
  const missing = [...judged].flatMap(([bookingId, { exception: kind }]): NewException[] =>
    kind && written.has(proofKey({ deedId, bookingId }))
      ? [{ kind, bookingId, runId: run?.id, hubId: run?.hubId, note: note || null }]
      : [],
  );
  return openExceptions(work.tx, missing, act);
}

async function rulesOf({ services, tx }: ProofWork, delivered: readonly NewProof[]) {
  const parts = delivered.flatMap((proof) => proof.parts);
  const returning = new Set(parts.flatMap((part) => (part.returning ? [part.bookingId] : [])));
  const collected = new Map(delivered.flatMap((proof) => [...(proof.collected ?? [])]));
  const ids = parts.map(({ bookingId }) => bookingId);
  return proofRulesOf(tx, await services.company(tx), ids, { returning, collected });
}
