/** PAY-3: the company's names, numbers and address on the day on which a receipt, invoice or credit note was issued. */
import { asc, gt } from "drizzle-orm";
import type { Company } from "../../domain/company.ts";
import type { Db, Tx } from "../db/client.server.ts";
import { formerIssuers } from "../db/schema.ts";

export const ISSUER_FACTS = ["name", "legalName", "rcNumber", "tin", "address"] as const;
export type Issuer = Pick<Company, (typeof ISSUER_FACTS)[number]>;

const issuerOf = ({ name, legalName, rcNumber, tin, address }: Company): Issuer => ({
  ...{ name, legalName, rcNumber, tin, address },
});

/** If `changed` names one of the stored facts, stores the company's facts as valid until `at`. */
export async function keepIssuer(
  tx: Tx,
  company: Company,
  changed: readonly string[],
  at: Date,
): Promise<void> {
  if (!ISSUER_FACTS.some((fact) => changed.includes(fact))) return;
  await tx.insert(formerIssuers).values({ ...issuerOf(company), until: at });
}

/**
 * Returns the company's facts at the time `at`. Each row of `former_issuers` has the facts that were valid until a
 * time. The first row that ends after `at` applies; without such a row, the current facts apply.
 */
export async function issuerAt(db: Pick<Db, "select">, company: Company, at: Date): Promise<Issuer> {
  const [former] = await db
    .select()
    .from(formerIssuers)
    .where(gt(formerIssuers.until, at))
    .orderBy(asc(formerIssuers.until), asc(formerIssuers.id))
    .limit(1);
  if (!former) return issuerOf(company);
  const { id: _id, until: _until, ...issuer } = former;
  return issuer;
}
