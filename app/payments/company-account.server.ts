/** PAY-4: the company's bank account, which senders pay to by transfer. */
import { recordActivity } from "../activity-log/activity-log.server.ts";
import type { SuperAdmin } from "../domain/actor.ts";
import type { Db } from "../platform/db/client.server.ts";
import { companyAccount } from "../platform/db/schema.ts";
import type { Services } from "../platform/services.server.ts";

export type CompanyAccount = { bank: string; accountName: string; accountNumber: string };

/** The account; null before a super admin entered one. */
export async function readCompanyAccount(db: Pick<Db, "select">): Promise<CompanyAccount | null> {
  const { bank, accountName, accountNumber } = companyAccount;
  const [row] = await db.select({ bank, accountName, accountNumber }).from(companyAccount);
  return row ?? null;
}

/** Stores the account, with what it was before in the activity log. Refuses nothing; the same account again does nothing. */
export async function saveCompanyAccount(
  services: Services,
  admin: SuperAdmin,
  account: CompanyAccount,
): Promise<void> {
  const at = services.now();
  await services.db.transaction(async (tx) => {
    const before = await readCompanyAccount(tx);
    const [was, is] = [before ? inWords(before) : "none", inWords(account)];
    if (was === is) return;
    const row = { ...account, updatedAt: at };
    await tx.insert(companyAccount).values(row).onConflictDoUpdate({ target: companyAccount.id, set: row });
    await recordActivity(tx, admin, at, {
      action: "update_bank_account",
      description: `Bank account ${was} → ${is}`,
      entityType: "bank_account",
    });
  });
}

const inWords = ({ bank, accountName, accountNumber }: CompanyAccount) =>
  `${bank} ${accountNumber} ${accountName}`;
