/** CASH-5: records change that hubs give to riders, bank deposits and expenses. */
import { eq, sql } from "drizzle-orm";
import { staff } from "../../access/by.server.ts";
import { recordActivity } from "../../access/record-activity.server.ts";
import type { Admin } from "../../access/actor.ts";
import { type CashHolder } from "../../domain/cash.ts";
import { formatNaira } from "../../domain/money.ts";
import { freeSpelling, numberedReferences } from "../../domain/payment.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { bankStatementLines, cashEntries } from "../../platform/db/schema.ts";
import type { Refusal } from "../../platform/http/result.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import { cashMeanwhile } from "../cash-ledger/cash-meanwhile.server.ts";
import { addCash, lockCash } from "../cash-ledger/cash-ledger.server.ts";
import { changeForm, depositForm, expenseForm } from "./cash-forms.ts";
import { findHolder, findHub, membersWho, type FoundHolder } from "./find-holder.server.ts";
import { refuse } from "./messages.ts";

export type CashWork = Work<Admin>;

/** Locks the row of the holder's cash account. Refuses people who may not see the account. */
export async function lockHolder({ tx, actor }: CashWork, { kind, id }: CashHolder) {
  const found = await findHolder(tx, actor, { kind, id });
  if (!("ok" in found)) await lockCash(tx, found);
  return found;
}

/** Finds the newest entry, except collections, that was recorded after the form's page was shown. */
export const askAboutCash = (work: CashWork, _: unknown, holder: FoundHolder, seen: number) =>
  cashMeanwhile(work, holder, seen);

export const logCash = ({ tx, actor, at }: CashWork, { kind, id, name }: FoundHolder, did: string) =>
  recordActivity(tx, actor, at, {
    action: "record_cash",
    description: `${name}: ${did}`,
    entityType: kind,
    entityId: id,
  });

export const cashTopics = () => ["money" as const];

/** Records change (float) in kobo from a hub to a rider or back. Refuses a hub that is not the clerk's own. */
export const moveChange = operation({
  name: "cash.change",
  by: staff("countCash"),
  act: "cash_moved",
  input: changeForm,
  on: async (work, { hub: hubId, ...form }) => {
    if (form.kind !== "rider") return refuse("invalid", "no_rider");
    const rider = await lockHolder(work, form);
    if ("ok" in rider) return rider;
    const hub = await findHub(work.tx, work.actor, hubId);
    return "ok" in hub ? hub : { rider, hub };
  },
  meanwhile: (work, _, { rider }, seen) => cashMeanwhile(work, rider, seen),
  run: async (work, { amount, way }, { rider, hub }) => {
    const kobo = way === "out" ? amount : -amount;
    await addCash(work, [
      { holder: rider, kind: "change", kobo },
      { holder: hub, kind: "change", kobo: -kobo },
    ]);
    await logCash(
      work,
      rider,
      `${formatNaira(amount)} change ${way === "out" ? "from" : "back to"} ${hub.name}`,
    );
    return { ok: true };
  },
  publish: cashTopics,
});

/**
 * Records a deposit at the bank, in kobo, with the unique reference of the slip. A bank statement confirms it. After a
 * deposit was reversed, its reference can be used again, so that staff can correct a wrong amount.
 */
export const recordDeposit = operation({
  name: "cash.deposit",
  by: staff("countCash"),
  act: "cash_moved",
  input: depositForm,
  on: lockHolder,
  meanwhile: askAboutCash,
  run: async (work, { amount, reference }, holder) => {
    const stored = await freeSlip(work.tx, reference);
    const made = await addCash(work, [{ holder, kind: "deposit", kobo: -amount, reference: stored }]);
    if (made.length === 0) return refuse("conflict", "reference_recorded");
    await matchDeposit(work.tx, { id: made[0]!, reference, kobo: amount });
    await logCash(work, holder, `${formatNaira(amount)} to the bank`);
    return { ok: true };
  },
  publish: cashTopics,
});

/**
 * Returns the text that is stored as a deposit slip's reference. If a deposit with the same reference was reversed,
 * the text ends with a number.
 */
async function freeSlip(tx: Tx, reference: string): Promise<string> {
  const { rows } = await tx.execute<{ reference: string }>(sql`
    select e.reference from ${cashEntries} e join ${cashEntries} r on r.reverses = e.id
    where e.reference in ${[reference, ...numberedReferences(reference)]}`);
  return freeSpelling(
    reference,
    rows.map((row) => row.reference),
  );
}

type Deposit = { id: number; reference: string; kobo: number };

/** Marks a deposit as found if an uploaded bank statement contains it. */
async function matchDeposit(tx: Tx, { id, reference, kobo }: Deposit): Promise<void> {
  const [line] = await tx
    .select({ on: bankStatementLines.on })
    .from(bankStatementLines)
    .where(sql`${bankStatementLines.key} = ${reference} and ${bankStatementLines.kobo} = ${kobo}`)
    .limit(1);
  if (line?.on) await tx.update(cashEntries).set({ bankDay: line.on }).where(eq(cashEntries.id, id));
}

/** Records a hub's cash expense in kobo, such as a bus fee, with the approving person. */
export const recordExpense = operation({
  name: "cash.expense",
  by: staff("countCash"),
  act: "cash_moved",
  input: expenseForm,
  on: async (work, form): Promise<FoundHolder | Refusal> =>
    form.kind === "hub" ? lockHolder(work, form) : refuse("invalid", "only_hubs"),
  meanwhile: askAboutCash,
  run: async (work, { amount, reason, approver }, holder) => {
    const [approved] = (await membersWho(work.tx, "approveCash")).filter(({ id }) => id === approver);
    if (!approved) return refuse("invalid", "unknown_approver");
    await addCash(work, [{ holder, kind: "expense", kobo: -amount, reason, approvedByName: approved.name }]);
    await logCash(work, holder, `${formatNaira(amount)} expense, approved by ${approved.name}`);
    return { ok: true };
  },
  publish: cashTopics,
});
