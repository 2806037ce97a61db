/** PAY-4: reads and stores the company's bank account for transfers from senders. */
import { staff } from "../../access/by.server.ts";
import { recordActivity } from "../../access/record-activity.server.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { companyAccount } from "../../platform/db/schema.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { bankAccount } from "./notice-forms.ts";

export type CompanyAccount = { bank: string; accountName: string; accountNumber: string };

/** Reads the company's bank account. Null until a super admin enters the bank account. */
export async function readCompanyAccount(db: Pick<Db, "select">): Promise<CompanyAccount | null> {
  const { bank, accountName, accountNumber } = companyAccount;
  const [row] = await db.select({ bank, accountName, accountNumber }).from(companyAccount);
  return row ?? null;
}

/** Stores the bank account, and logs the former account. Does nothing if the account is unchanged. */
export const saveCompanyAccount = operation({
  name: "payments.save_company_account",
  by: staff("manageBankAccount"),
  input: bankAccount,
  run: async ({ tx, actor, at }, account) => {
    const before = await readCompanyAccount(tx);
    const [was, is] = [before ? inWords(before) : "none", inWords(account)];
    if (was === is) return { ok: true };
    const row = { ...account, updatedAt: at };
    await tx.insert(companyAccount).values(row).onConflictDoUpdate({ target: companyAccount.id, set: row });
    await recordActivity(tx, actor, at, {
      action: "update_bank_account",
      description: `Bank account ${was} → ${is}`,
      entityType: "bank_account",
    });
    return { ok: true };
  },
});

const inWords = ({ bank, accountName, accountNumber }: CompanyAccount) =>
  `${bank} ${accountNumber} ${accountName}`;
