/** PROOF-5: checks and stores the proof of deliveries that the office enters for a rider. */
import { randomUUID } from "node:crypto";
import { and, eq, inArray, sql, type SQL } from "drizzle-orm";
import type { Admin } from "../../access/actor.ts";
import { checkPin } from "../../parcels/proof/check-pin.server.ts";
import { proofRulesOf } from "../../parcels/proof/proof-rules.server.ts";
import { recordProofs } from "../../parcels/proof/record-proof.server.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { bookings, pieces, runPieces } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import type { Refusal } from "../../platform/http/result.ts";
import type { Work } from "../../platform/operations/operation.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { onDayOf } from "../runs/deed-time.ts";
import { lockRun, type LockedRun } from "../runs/lock-run.server.ts";
import { isStillOnRun, type PieceOfRun } from "../runs/pieces-of-run.server.ts";
import { refuse } from "../runs/messages.ts";
import type { ActOfBooking } from "./stop-acts.server.ts";

/**
 * The proof that staff enter in a form. `note`: the recipient's name. `noPin`: why the PIN is missing. An empty text:
 * not entered.
 */
export type OfficeProof = { note: string; pin: string; noPin: string };
export const NO_PROOF: OfficeProof = { note: "", pin: "", noPin: "" };

type About = { run: string } & (
  | { pieces: readonly string[] }
  | { stop: number; booking?: string | undefined }
);

/**
 * Compares a PIN that the office enters. A separate transaction counts a wrong PIN, because the refusal of the entry
 * rolls back the entry's own transaction. Refuses a wrong PIN, with the number of remaining tries. After too many wrong
 * PINs, refuses every PIN.
 */
export async function checkOfficePin(
  { services, actor }: { services: Services; actor: Admin },
  form: About & Pick<OfficeProof, "pin">,
): Promise<{ ok: true; prepared: null } | Refusal> {
  if (form.pin === "") return { ok: true, prepared: null };
  const which = "stop" in form ? ofStop(form) : inArray(runPieces.pieceId, [...form.pieces]);
  const refused = await transact(services.db, async (tx) => {
    const run = await lockRun({ tx, actor }, form);
    if ("ok" in run) return run;
    const found = await bookingsOn(tx, run.id, which);
    if (found.length === 0) return null;
    // A PIN belongs to only one receiver. At a stop of several receivers the form must name a booking, because the PIN
    // must not count as wrong for the other receivers.
    if ("stop" in form && new Set(found.map(({ phone }) => phone)).size > 1)
      return refuse("conflict", "several_receivers");
    const bookingIds = found.map(({ id }) => id);
    const { answers, triesLeft } = await checkPin(tx, services, { runId: run.id, bookingIds, pin: form.pin });
    const all = [...answers.values()];
    if (all.includes("right")) return null;
    if (all.includes("wrong")) return refuse("invalid", "pin_wrong", { left: triesLeft });
    return all.includes("used_up") ? refuse("invalid", "pin_used_up") : refuse("invalid", "pin_not_drawn");
  });
  return refused ?? { ok: true, prepared: null };
}

const ofStop = ({ stop, booking }: { stop: number; booking?: string | undefined }): SQL =>
  and(eq(runPieces.stop, stop), isStillOnRun, booking ? eq(pieces.bookingId, booking) : undefined)!;

/** Selects the bookings of those pieces on the run that go to receivers, not back to senders. */
const bookingsOn = (tx: Pick<Db, "selectDistinct">, runId: string, which: SQL) =>
  tx
    .selectDistinct({ id: bookings.id, phone: bookings.receiverPhone })
    .from(runPieces)
    .innerJoin(pieces, eq(pieces.id, runPieces.pieceId))
    .innerJoin(bookings, eq(bookings.id, pieces.bookingId))
    .where(and(eq(runPieces.runId, runId), sql`not ${runPieces.returning}`, which));

/**
 * Stores the proof of an entry, in the entry's transaction, before the deeds. Stores nothing for a delivery that needs
 * no proof and has none. Refuses a delivery that needs the PIN if the form has neither the PIN nor the reason for its
 * absence.
 */
export async function proveInOffice(
  work: Work<Admin>,
  run: LockedRun,
  { there, occurredAt, actOf }: { there: PieceOfRun[]; occurredAt: Date; actOf: ActOfBooking },
  { note, pin, noPin }: OfficeProof,
): Promise<Refusal | null> {
  const { services, tx } = work;
  const parts = [...Map.groupBy(there, ({ bookingId }) => bookingId).values()].map(partOf);
  const returning = new Set(parts.flatMap((part) => (part.returning ? [part.bookingId] : [])));
  const ids = parts.map(({ bookingId }) => bookingId);
  const rules = await proofRulesOf(tx, await services.company(tx), ids, { returning });
  const needs = (id: string) => rules.get(id)?.needs === "pin";
  const given = pin
    ? (
        await checkPin(tx, services, {
          runId: run.id,
          bookingIds: ids.filter((id) => !returning.has(id)),
          pin,
        })
      ).answers
    : null;
  const without = there.filter(({ bookingId }) => needs(bookingId) && given?.get(bookingId) !== "right");
  if (without.length > 0 && noPin === "")
    return refuse("invalid", "pin_needed", { codes: [...new Set(without.map(({ code }) => code))] });
  const written = parts.filter(
    ({ bookingId }) => note || pin || needs(bookingId) || rules.get(bookingId)?.flag,
  );
  for (const [act, own] of Map.groupBy(written, actOf))
    await recordProofs({ services, tx, act }, [
      {
        deedId: randomUUID(),
        parts: own,
        run,
        outcome: "delivered",
        occurredAt,
        takenBy: note || null,
        pin: pin || null,
        note: noPin || null,
        inOffice: true,
      },
    ]);
  return null;
}

/** PROOF-5: stores when the rider called the receiver before a failed attempt. Refuses a future time. */
export async function proveAttempt(
  { services, tx, at, act }: Work<Admin>,
  run: LockedRun,
  { there, occurredAt }: { there: PieceOfRun[]; occurredAt: Date },
  calledAt: string,
): Promise<Refusal | null> {
  if (calledAt === "") return null;
  const called = onDayOf(occurredAt, calledAt);
  if (called > at) return refuse("invalid", "called_later");
  await recordProofs({ services, tx, act }, [
    {
      deedId: randomUUID(),
      parts: [...Map.groupBy(there, ({ bookingId }) => bookingId).values()].map(partOf),
      run,
      outcome: "attempted",
      occurredAt,
      calledAt: called,
      inOffice: true,
    },
  ]);
  return null;
}

const partOf = (own: readonly PieceOfRun[]) => ({
  bookingId: own[0]!.bookingId,
  pieces: own.map(({ number }) => number),
  returning: own[0]!.returning,
});

/** Returns the ids of the bookings on a run that need the PIN and are not delivered yet. */
export async function needPin(
  { db, company }: Pick<Services, "db" | "company">,
  { kind, state }: Pick<LockedRun, "kind" | "state">,
  onIt: readonly { bookingId: string; outcome: string | null; returning: boolean }[],
): Promise<string[]> {
  if (kind !== "delivery" || state === "planned") return [];
  const open = onIt.filter(({ outcome, returning }) => outcome === null && !returning);
  const ids = [...new Set(open.map(({ bookingId }) => bookingId))];
  const rules = await proofRulesOf(db, await company(), ids);
  return ids.filter((id) => rules.get(id)?.needs === "pin");
}
