/** SETTLE-1: payees and their bank accounts. Only super admins get whole bank account numbers. */
import { and, eq, sql, type SQL } from "drizzle-orm";
import * as z from "zod";
import { anybody, staff, visitor } from "../../access/by.server.ts";
import { recordActivity } from "../../access/record-activity.server.ts";
import { recordOutsiderActivity } from "../../access/record-outsider.server.ts";
import type { Customer, StoreOwner } from "../../access/actor.ts";
import { maskedAccount, payableOf } from "../../domain/settlement.ts";
import { notify } from "../../notifications/notify.server.ts";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import { stores, payees, profiles } from "../../platform/db/schema.ts";
import { isUuid } from "../../platform/http/uuid.ts";
import { HOUR, rateLimit } from "../../platform/limits/rate-limit.ts";
import { refuseTooMany } from "../../platform/limits/rate-limiter.server.ts";
import type { By } from "../../platform/operations/declaration.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { bankAccount } from "../payments/notice-forms.ts";
import { refuse } from "./messages.ts";

const ACCOUNT_PER_PERSON = rateLimit("payeeAccountPerPerson", 10, HOUR);

export type PayeeActor = Customer | { owner: StoreOwner; storeId: string };
export type BankAccount = { bank: string; accountName: string; accountNumber: string };

const isStore = (actor: PayeeActor): actor is { owner: StoreOwner; storeId: string } => "owner" in actor;
const personOf = (actor: PayeeActor) => (isStore(actor) ? actor.owner : actor);
const ownPayee: By<PayeeActor> = {
  refusal: anybody.refusal,
  logRefusal: anybody.logRefusal,
  keySpaces: (actor) => visitor.keySpaces(personOf(actor)),
};

/** Selects the payee of an actor. A store's payee is selected only if the actor owns the store. */
export function payeeOf(actor: PayeeActor): SQL {
  if (!isStore(actor)) return sql`${payees.customerId} = ${actor.person.id}`;
  const { owner, storeId } = actor;
  return sql`${payees.storeId} = (select p.id from ${stores} p where p.id = ${storeId} and p.user_id = ${owner.person.id})`;
}

export type OwnPayee = {
  id: string;
  /** Kobo owed to the payee. Negative if a collection was reversed after its payout. */
  owedKobo: number;
  /** The part of `owedKobo` that can be paid out now. */
  payableKobo: number;
  owedSince: Date | null;
  /** The bank and the last four digits, or null. */
  account: string | null;
  accountSince: Date | null;
};

export async function readOwnPayee(db: Pick<Db, "select">, actor: PayeeActor): Promise<OwnPayee | null> {
  const [row] = await db.select().from(payees).where(payeeOf(actor));
  if (!row) return null;
  const { id, owedKobo, owedSince, accountSince } = row;
  return { id, owedKobo, payableKobo: payableOf(row), owedSince, accountSince, account: maskedOf(row) };
}

/** Returns the bank and the last four digits, or null without a bank account. */
export function maskedOf({
  bank,
  accountNumber,
}: Pick<typeof payees.$inferSelect, "bank" | "accountNumber">) {
  return bank && accountNumber ? `${bank} ${maskedAccount(accountNumber)}` : null;
}

/**
 * Stores an actor's bank account with a log row and a mail to the actor. Does nothing if the account is unchanged.
 * Refuses another owner's store, and too many changes in an hour.
 */
export const saveBankAccount = operation({
  name: "settlements.save_bank_account",
  by: ownPayee,
  keyless: true,
  input: bankAccount,
  prepare: async ({ services, actor }) => {
    const limit = await services.limits.consume(ACCOUNT_PER_PERSON, personOf(actor).person.id);
    return limit.ok
      ? { ok: true, prepared: null }
      : refuseTooMany("You changed the bank account many times.", limit);
  },
  on: async ({ tx, actor }) => (await keyOf(tx, actor)) ?? refuse("not_found", "not_your_store"),
  run: async ({ services, tx, at }, account, key) => {
    const row = { ...account, accountSince: at };
    const [saved] = await tx
      .insert(payees)
      .values({ ...key, ...row, createdAt: at })
      .onConflictDoUpdate({
        target: "storeId" in key ? payees.storeId : payees.customerId,
        set: row,
        setWhere: sql`(${payees.bank}, ${payees.accountName}, ${payees.accountNumber}) is distinct from (${account.bank}, ${account.accountName}, ${account.accountNumber})`,
      })
      .returning({ id: payees.id });
    if (!saved) return { ok: true };
    // Log rows cannot be changed, so this row has no text of a customer, not even the bank's name. The payee's row
    // has the bank's name until the bank account is deleted.
    await recordOutsiderActivity(tx, { name: "Payee", email: "", ip: null }, at, {
      action: "update_payee_account",
      description: `Account to be paid out to is now ${maskedAccount(account.accountNumber)}`,
      entityType: "payee",
      entityId: saved.id,
    });
    await notify(services, tx, { event: "payee_account", about: { payeeId: saved.id } });
    return { ok: true };
  },
});

/** Returns the column and the id that identify the actor's payee. Null if the actor does not own the store. */
async function keyOf(tx: Tx, actor: PayeeActor) {
  if (!isStore(actor)) return { customerId: actor.person.id };
  const { owner, storeId } = actor;
  const [own] = await tx
    .select({ id: stores.id })
    .from(stores)
    .where(and(eq(stores.id, storeId), eq(stores.userId, owner.person.id)))
    .for("key share");
  return own ? { storeId: own.id } : null;
}

/** Returns a payee's whole bank account, with a log row that names the reader. Null without a bank account. */
export const viewAccount = operation({
  name: "settlements.view_account",
  by: staff("payOut"),
  keyless: true,
  input: z.object({ id: z.string().max(40) }),
  run: async ({ tx, actor, at }, { id }) => {
    const account = isUuid(id) ? await wholeAccountOf(tx, id) : null;
    if (account)
      await recordActivity(tx, actor, at, {
        action: "view_payee_account",
        description: `Looked at ${maskedAccount(account.accountNumber)}`,
        entityType: "payee",
        entityId: id,
      });
    return { ok: true, account };
  },
});

async function wholeAccountOf(tx: Tx, id: string): Promise<BankAccount | null> {
  const { bank, accountName, accountNumber } = payees;
  const [row] = await tx.select({ bank, accountName, accountNumber }).from(payees).where(eq(payees.id, id));
  if (!row?.bank || !row.accountName || !row.accountNumber) return null;
  return { bank: row.bank, accountName: row.accountName, accountNumber: row.accountNumber };
}

/**
 * Returns the mail address and name of a payee. Null after the login account was deleted. A store's mail goes to its
 * owner.
 */
export async function contactOf(db: Pick<Db, "select">, payeeId: string) {
  const [row] = await db
    .select({
      store: stores.businessName,
      slug: stores.slug,
      name: profiles.fullName,
      email: profiles.email,
      payee: payees,
    })
    .from(payees)
    .leftJoin(stores, eq(stores.id, payees.storeId))
    .innerJoin(profiles, sql`${profiles.id} = coalesce(${payees.customerId}, ${stores.userId})`)
    .where(eq(payees.id, payeeId));
  if (!row) return null;
  const { store, slug, name, email, payee } = row;
  const page = slug ? `/store/dashboard/settlements?store=${slug}` : "/profile/settlements";
  return { name: store ?? name ?? email, address: email, page, payee };
}
