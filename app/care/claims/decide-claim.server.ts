/** CLAIM-4, CLAIM-5: decides a claim, and records the payment of a claim from the cover. */
import { addEvents } from "../../history/add-events.server.ts";
import { and, eq, ne, sum } from "drizzle-orm";
import { staff } from "../../access/by.server.ts";
import type { Admin } from "../../access/actor.ts";
import { CLAIM_OUTCOME_LABELS } from "../../domain/claims.ts";
import { formatNaira } from "../../domain/money.ts";
import { addClaimPayment, reverseClaimPayment } from "../../money/payments/claim-payment.server.ts";
import { coverOf } from "../../money/prices/cover.server.ts";
import { shownAuthor } from "../../access/author.server.ts";
import { letGoOf } from "../../money/settlements/freeze.server.ts";
import { notify } from "../../notifications/notify.server.ts";
import { endExceptions } from "../../parcels/custody/end-exceptions.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { claims } from "../../platform/db/schema.ts";
import type { Topic } from "../../platform/live/live.server.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import { decideForm, payForm, paymentBackForm } from "./claim-forms.ts";
import { changeClaim, claimTopics, lockClaim, type LockedClaim } from "./lock-claim.server.ts";
import { refuse } from "./messages.ts";

/** Returns the cover of a claim's booking, and how much of the cover other claims have not used, in kobo. */
export async function coverLeft(
  tx: Pick<Tx, "select">,
  { id, bookingId }: { id: string; bookingId: string },
): Promise<{ coverKobo: number; leftKobo: number }> {
  const coverKobo = await coverOf(tx, bookingId);
  const [row] = await tx
    .select({ kobo: sum(claims.grantedKobo).mapWith(Number) })
    .from(claims)
    .where(and(eq(claims.bookingId, bookingId), ne(claims.id, id)));
  return { coverKobo, leftKobo: Math.max(0, coverKobo - (row?.kobo ?? 0)) };
}

/**
 * Decides a claim: releases the frozen money, closes the exception, mails the sender, and shows the
 * decision's text to the sender and the receiver. A granted amount, in kobo, then waits for its payment.
 * Refuses a claim that is already decided, and an amount above the unused part of the cover.
 */
export const decideClaim = operation({
  name: "claims.decide",
  by: staff("decideClaims"),
  act: "claim_decided",
  input: decideForm,
  on: lockClaim,
  run: async (work, { outcome, decision, granted: grantedKobo }, claim) => {
    if (claim.decidedAt) return refuse("conflict", "not_open");
    if (grantedKobo > 0 && outcome === "refused") return refuse("invalid", "refused_pays_nothing");
    const { coverKobo, leftKobo } = await coverLeft(work.tx, claim);
    if (grantedKobo > 0 && coverKobo === 0) return refuse("invalid", "no_cover");
    if (grantedKobo > leftKobo) return refuse("invalid", "above_cover", { leftKobo });
    await writeDecision(work, claim, { outcome, decision, grantedKobo });
    await tellOfDecision(work, claim);
    return { ok: true, code: claim.booking.code, toPay: grantedKobo > 0 };
  },
  publish: (done, input, claim): Topic[] => [...claimTopics(done, input, claim), "exceptions", "money"],
});

type Decision = Pick<typeof claims.$inferInsert, "outcome" | "decision"> & {
  outcome: keyof typeof CLAIM_OUTCOME_LABELS;
  grantedKobo: number;
};

async function writeDecision(work: Work<Admin>, claim: LockedClaim, decided: Decision): Promise<void> {
  const { tx, actor, at } = work;
  const { byUserId: decidedByUserId, byName: decidedByName } = shownAuthor(actor);
  const { grantedKobo, outcome, decision } = decided;
  const state = grantedKobo > 0 ? "to_pay" : "closed";
  await changeClaim(
    work,
    claim,
    {
      ...{ ...decided, state, decidedAt: at, decidedByUserId, decidedByName },
      closedAt: state === "closed" ? at : null,
      frozenTo: claim.frozenFrom === null ? null : await letGoOf(tx, claim.bookingId),
    },
    { kind: "decided", words: decision ?? null, kobo: grantedKobo },
    {
      action: "decide_claim",
      did: `${CLAIM_OUTCOME_LABELS[outcome].toLowerCase()}${grantedKobo > 0 ? `, ${formatNaira(grantedKobo)} from the cover` : ""}`,
    },
  );
}

async function tellOfDecision(
  work: Work<Admin>,
  { id: claimId, kind, bookingId }: LockedClaim,
): Promise<void> {
  const { services, tx, act } = work;
  if (kind === "not_received")
    await endExceptions(
      work,
      "not_received",
      { bookingIds: [bookingId] },
      { reason: "claim_decided", words: "The claim is decided." },
    );
  await addEvents({ tx, act }, [{ bookingId, kind: "claim_decided" }]);
  await notify(services, tx, { event: "claim_decided", about: { bookingId, claimId } });
}

/** Records the transfer of the granted amount and closes the claim. Refuses an already recorded reference. */
export const payClaim = operation({
  name: "claims.pay",
  by: staff("payClaims"),
  act: "claim_paid",
  input: payForm,
  on: lockClaim,
  run: async (work, { reference }, claim) => {
    const { id: claimId, bookingId, state, grantedKobo: kobo, booking } = claim;
    if (state !== "to_pay") return refuse("conflict", "nothing_to_pay");
    if (!(await addClaimPayment(work, { bookingId, claimId, kobo, reference })))
      return refuse("conflict", "reference_recorded");
    await changeClaim(
      work,
      claim,
      { state: "closed", closedAt: work.at },
      { kind: "paid", kobo },
      { action: "pay_claim", did: `paid ${formatNaira(kobo)}` },
    );
    return { ok: true, code: booking.code };
  },
  publish: (done, input, claim): Topic[] => [...claimTopics(done, input, claim), "money"],
});

/** Reverses a payment that the bank returned. The granted amount is then to be paid again. */
export const takeBackPayment = operation({
  name: "claims.take_back",
  by: staff("payClaims"),
  act: "payment_reversed",
  input: paymentBackForm,
  on: lockClaim,
  run: async (work, { reason }, claim) => {
    const back = await reverseClaimPayment(work, claim.id, reason);
    if (!back) return refuse("conflict", "nothing_paid");
    await changeClaim(
      work,
      claim,
      { state: "to_pay", closedAt: null },
      { kind: "payment_reversed", words: reason, kobo: back.kobo },
      { action: "reverse_claim", did: `${formatNaira(back.kobo)} came back` },
    );
    return { ok: true };
  },
  publish: (done, input, claim): Topic[] => [...claimTopics(done, input, claim), "money"],
});
