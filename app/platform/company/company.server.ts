/** COMPANY-1: reads the company's facts, so that every process has the current ones. */
import type { Company, PublicCompany } from "../../domain/company.ts";
import { FIRST_EXAMPLE, licenceText, YELLOW } from "../../domain/company.ts";
import { servedText } from "../../domain/served-states.ts";
import { hoursLines } from "../../domain/office-hours.ts";
import { formatPhone } from "../../domain/phone.ts";
import type { Db } from "../db/client.server.ts";
import { companySettings } from "../db/schema.ts";
import { pictureUrl } from "../files/picture-url.ts";
import type { Live } from "../live/live.server.ts";
import { untilChange } from "../live/until-change.server.ts";

/**
 * Reads the company's facts and their version, which is 0 before the first change. The author of a change must send the
 * version that they saw.
 */
export async function readCompanyRow(
  db: Pick<Db, "select">,
  initial: Company,
): Promise<{ company: Company; version: number }> {
  const [row] = await db
    .select({ facts: companySettings.facts, version: companySettings.version })
    .from(companySettings);
  return { company: { ...initial, ...row?.facts }, version: row?.version ?? 0 };
}

/**
 * Returns a function that reads the company's facts. The facts are cached until they change. A call inside a
 * transaction must pass the transaction as `tx`, so that the read needs no second connection.
 */
export function companyReader(
  db: Db,
  live: Pick<Live, "onPageChange" | "subscribe" | "listening">,
  initial: Company,
): (tx?: Pick<Db, "select">) => Promise<Company> {
  const read = untilChange("all pages", async (from) => (await readCompanyRow(from, initial)).company);
  // This process must subscribe to the topic, because a change of the company's facts waits for an acknowledgement
  // from every process.
  live.subscribe(["company"], () => {});
  return (tx) => read({ db, live }, tx);
}

/** Returns the company's facts that every page contains. */
export function publicCompany(company: Company): PublicCompany {
  const [phone = ""] = company.phones;
  const example = `${company.codeBefore}12345678${company.codeAfter}`;
  const { name, shortName, whatsapp, address, social, footerLine, logo, colour } = company;
  return {
    name,
    shortName,
    phone,
    phoneText: phone && formatPhone(phone),
    whatsapp,
    email: company.emails[0] ?? "",
    address,
    footerLine,
    hours: hoursLines(company.hours),
    social,
    logo: logo ? pictureUrl(logo, 480) : "",
    colour: colour === YELLOW ? "" : colour,
    example: example === FIRST_EXAMPLE ? "" : example,
    served: company.unserved.length === 0 ? "" : servedText(company),
    licence: licenceText(company),
  };
}
