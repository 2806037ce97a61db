/** CASH-5: change, deposits at the bank, expenses, differences and corrections. */
import { eq, sql } from "drizzle-orm";
import { staff } from "../../access/by.server.ts";
import { recordActivity } from "../../access/record-activity.server.ts";
import type { Admin } from "../../access/actor.ts";
import { CASH_KIND_NAMES, type CashHolder } from "../../domain/cash.ts";
import { formatNaira } from "../../domain/money.ts";
import { endAbout } from "../../notifications/open-exception.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { bankStatementLines, cashEntries } from "../../platform/db/schema.ts";
import type { Refusal } from "../../platform/http/result.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import { addCash, lockCash, reverseCash, type NewCash } from "../cash-ledger/cash-ledger.server.ts";
import { by } from "../prices/money-events.server.ts";
import {
  changeForm,
  correctionForm,
  depositForm,
  differenceForm,
  expenseForm,
  takeBackForm,
} from "./cash-forms.ts";
import { findHolder, findHub, membersWho, type FoundHolder } from "./find-holder.server.ts";
import { refuse } from "./messages.ts";

type CashWork = Work<Admin>;

/** The account of the page, locked, for people who may see it. */
async function lockHolder({ tx, actor }: CashWork, { kind, id }: CashHolder) {
  const found = await findHolder(tx, actor, { kind, id });
  if (!("ok" in found)) await lockCash(tx, found);
  return found;
}

const logged = ({ tx, actor, at }: CashWork, { kind, id, name }: FoundHolder, did: string) =>
  recordActivity(tx, actor, at, {
    action: "record_cash",
    description: `${name}: ${did}`,
    entityType: kind,
    entityId: id,
  });

const topics = () => ["money" as const];

/** Change from a hub for a rider, in kobo, or back. Refuses a hub other than the clerk's own. */
export const moveChange = operation({
  name: "cash.change",
  by: staff("countCash"),
  input: changeForm,
  on: async (work, { hub: hubId, ...form }) => {
    if (form.kind !== "rider") return refuse("invalid", "no_rider");
    const rider = await lockHolder(work, form);
    if ("ok" in rider) return rider;
    const hub = await findHub(work.tx, work.actor, hubId);
    return "ok" in hub ? hub : { rider, hub };
  },
  run: async (work, { amount, way }, { rider, hub }) => {
    const kobo = way === "out" ? amount : -amount;
    await addCash(work, [
      { holder: rider, kind: "change", kobo },
      { holder: hub, kind: "change", kobo: -kobo },
    ]);
    await logged(
      work,
      rider,
      `${formatNaira(amount)} change ${way === "out" ? "from" : "back to"} ${hub.name}`,
    );
    return { ok: true };
  },
  publish: topics,
});

/** Cash that was deposited at the bank, in kobo, with the unique reference of the slip. A bank statement confirms it. */
export const recordDeposit = operation({
  name: "cash.deposit",
  by: staff("countCash"),
  input: depositForm,
  on: lockHolder,
  run: async (work, { amount, reference }, holder) => {
    const { tx } = work;
    const [same] = await tx
      .select({ id: cashEntries.id })
      .from(cashEntries)
      .where(eq(cashEntries.reference, reference));
    if (same) return refuse("conflict", "reference_recorded");
    await addCash(work, [{ holder, kind: "deposit", kobo: -amount, reference }]);
    await matchDeposit(tx, { reference, kobo: amount });
    await logged(work, holder, `${formatNaira(amount)} to the bank`);
    return { ok: true };
  },
  publish: topics,
});

/** Marks it as found if an uploaded bank statement has the deposit. */
async function matchDeposit(tx: Tx, { reference, kobo }: { reference: string; kobo: number }): Promise<void> {
  const [line] = await tx
    .select({ on: bankStatementLines.on })
    .from(bankStatementLines)
    .where(sql`${bankStatementLines.key} = ${reference} and ${bankStatementLines.kobo} = ${kobo}`)
    .limit(1);
  if (line?.on)
    await tx.update(cashEntries).set({ bankDay: line.on }).where(eq(cashEntries.reference, reference));
}

/** A cash expense of a hub, such as the fee of a bus, in kobo, with the person who approved it. */
export const recordExpense = operation({
  name: "cash.expense",
  by: staff("countCash"),
  input: expenseForm,
  on: async (work, form): Promise<FoundHolder | Refusal> =>
    form.kind === "hub" ? lockHolder(work, form) : refuse("invalid", "only_hubs"),
  run: async (work, { amount, reason, approver }, holder) => {
    const [approved] = (await membersWho(work.tx, "approveCash")).filter(({ id }) => id === approver);
    if (!approved) return refuse("invalid", "unknown_approver");
    await addCash(work, [{ holder, kind: "expense", kobo: -amount, reason, approvedByName: approved.name }]);
    await logged(work, holder, `${formatNaira(amount)} expense, approved by ${approved.name}`);
    return { ok: true };
  },
  publish: topics,
});

/** A final shortage or surplus, with a reason, approved by the person who records it. It closes an open cash difference. */
export const recordDifference = operation({
  name: "cash.difference",
  by: staff("approveCash"),
  input: differenceForm,
  on: lockHolder,
  run: async (work, { amount, reason, difference }, holder) => {
    const kobo = difference === "shortage" ? -amount : amount;
    await addApproved(work, { holder, kind: difference, kobo, reason });
    const words = `${CASH_KIND_NAMES[difference]} of ${formatNaira(amount)} approved: ${reason}`;
    await endAbout({ ...work, ...by(work.actor) }, "cash_difference", `${holder.kind} ${holder.id}`, words);
    await logged(work, holder, `${difference} of ${formatNaira(amount)}`);
    return { ok: true };
  },
  publish: () => ["money", "exceptions"],
});

/** Corrects an error of the account, in kobo, with a reason. */
export const correctCash = operation({
  name: "cash.correct",
  by: staff("approveCash"),
  input: correctionForm,
  on: lockHolder,
  run: async (work, { amount, reason, way }, holder) => {
    await addApproved(work, { holder, kind: "correction", kobo: way === "more" ? amount : -amount, reason });
    await logged(work, holder, `corrected by ${way === "more" ? "" : "−"}${formatNaira(amount)}`);
    return { ok: true };
  },
  publish: topics,
});

const addApproved = (work: CashWork, entry: NewCash) =>
  addCash(work, [{ ...entry, approvedByName: by(work.actor).byName }]);

/**
 * Reverses an entry and the other side of its act, once. Refuses collections, which are reversed with their parcel's money.
 */
export const takeBackCash = operation({
  name: "cash.take_back",
  by: staff("approveCash"),
  input: takeBackForm,
  on: lockHolder,
  run: async (work, { entry: id, reversalReason }, holder) => {
    const { tx } = work;
    const [entry] = await tx.select().from(cashEntries).where(eq(cashEntries.id, id));
    if (!entry || entry.holderKind !== holder.kind || entry.holderId !== holder.id || entry.reverses)
      return refuse("not_found", "unknown_entry");
    if (entry.kind === "collected") return refuse("conflict", "not_alone");
    // A rider's side before a hub's, as they were written.
    const act = await tx
      .select()
      .from(cashEntries)
      .where(eq(cashEntries.act, entry.act))
      .orderBy(cashEntries.id);
    for (const one of act)
      if (!(await reverseCash(work, one, reversalReason))) return refuse("conflict", "reversed_before");
    await logged(
      work,
      holder,
      `took back ${CASH_KIND_NAMES[entry.kind].toLowerCase()} of ${formatNaira(Math.abs(entry.kobo))}`,
    );
    return { ok: true };
  },
  publish: topics,
});
