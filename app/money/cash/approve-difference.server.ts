/** CASH-5: operations for people who may approve cash: differences, corrections and reversals. */
import { eq } from "drizzle-orm";
import { staff } from "../../access/by.server.ts";
import { CASH_KIND_NAMES } from "../../domain/cash.ts";
import { formatNaira } from "../../domain/money.ts";
import { endAbout } from "../../notifications/end-about.server.ts";
import { cashEntries } from "../../platform/db/schema.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { addCash, reverseCash, type NewCash } from "../cash-ledger/cash-ledger.server.ts";
import { cashCorrectionForm, cashDifferenceForm, reverseEntryForm } from "./cash-forms.ts";
import { refuse } from "./messages.ts";
import { askAboutCash, lockHolder, logCash, cashTopics, type CashWork } from "./move-cash.server.ts";

/** Records and approves a final shortage or surplus with a reason. Closes an open cash difference. */
export const recordDifference = operation({
  name: "cash.difference",
  by: staff("approveCash"),
  act: "cash_corrected",
  input: cashDifferenceForm,
  on: lockHolder,
  meanwhile: askAboutCash,
  run: async (work, { amount, reason, difference }, holder) => {
    const kobo = difference === "shortage" ? -amount : amount;
    await addApproved(work, { holder, kind: difference, kobo, reason });
    const words = `${CASH_KIND_NAMES[difference]} of ${formatNaira(amount)} approved: ${reason}`;
    await endAbout({ ...work, ...work.act.by }, "cash_difference", `${holder.kind} ${holder.id}`, words);
    await logCash(work, holder, `${difference} of ${formatNaira(amount)}`);
    return { ok: true };
  },
  publish: () => ["money", "exceptions"],
});

/** Corrects an error in a cash account by an amount in kobo, with a reason. */
export const correctCash = operation({
  name: "cash.correct",
  by: staff("approveCash"),
  act: "cash_corrected",
  input: cashCorrectionForm,
  on: lockHolder,
  meanwhile: askAboutCash,
  run: async (work, { amount, reason, way }, holder) => {
    await addApproved(work, { holder, kind: "correction", kobo: way === "more" ? amount : -amount, reason });
    await logCash(work, holder, `corrected by ${way === "more" ? "" : "−"}${formatNaira(amount)}`);
    return { ok: true };
  },
  publish: cashTopics,
});

const addApproved = (work: CashWork, entry: NewCash) =>
  addCash(work, [{ ...entry, approvedByName: work.act.by.byName }]);

/**
 * Reverses a cash entry and the other holder's entry of the same act. Refuses an entry of kind `collected`: such an
 * entry is reversed with the payments and collections of its parcel.
 */
export const takeBackCash = operation({
  name: "cash.take_back",
  by: staff("approveCash"),
  act: "cash_corrected",
  input: reverseEntryForm,
  on: lockHolder,
  run: async (work, { entry: id, reversalReason }, holder) => {
    const { tx } = work;
    const [entry] = await tx.select().from(cashEntries).where(eq(cashEntries.id, id));
    if (!entry || entry.holderKind !== holder.kind || entry.holderId !== holder.id || entry.reverses)
      return refuse("not_found", "unknown_entry");
    if (entry.kind === "collected") return refuse("conflict", "not_alone");
    // The entries are reversed in the order in which they were written, the rider's before the hub's. So their accounts
    // are locked in the same order as in every transaction, which avoids deadlocks.
    const together = await tx
      .select()
      .from(cashEntries)
      .where(eq(cashEntries.actId, entry.actId))
      .orderBy(cashEntries.id);
    for (const one of together)
      if (!(await reverseCash(work, one, reversalReason))) return refuse("conflict", "reversed_before");
    await logCash(
      work,
      holder,
      `took back ${CASH_KIND_NAMES[entry.kind].toLowerCase()} of ${formatNaira(Math.abs(entry.kobo))}`,
    );
    return { ok: true };
  },
  publish: cashTopics,
});
