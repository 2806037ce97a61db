/** PAY-3: who issued a document, as of its day: the company's names, numbers and address before each change. */
import { asc, gt } from "drizzle-orm";
import type { Company } from "../../domain/company.ts";
import type { Db, Tx } from "../db/client.server.ts";
import { formerIssuers } from "../db/schema.ts";

/** The issuer of a receipt, invoice or credit note. */
export const ISSUER_FACTS = ["name", "legalName", "rcNumber", "tin", "address"] as const;
export type Issuer = Pick<Company, (typeof ISSUER_FACTS)[number]>;

const issuerOf = ({ name, legalName, rcNumber, tin, address }: Company): Issuer => ({
  ...{ name, legalName, rcNumber, tin, address },
});

/** Stores the company's facts until `at`, if a change replaces any of them. */
export async function keepIssuer(
  tx: Tx,
  company: Company,
  changed: readonly string[],
  at: Date,
): Promise<void> {
  if (!ISSUER_FACTS.some((fact) => changed.includes(fact))) return;
  await tx.insert(formerIssuers).values({ ...issuerOf(company), until: at });
}

/** The issuer at a moment: the first that was replaced later, else the company as it is. */
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
