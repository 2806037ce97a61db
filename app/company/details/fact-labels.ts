/** The company's facts in the words of the page and of the activity log. */
import type { Company } from "../../domain/company.ts";

export const FACT_LABELS: Readonly<Record<keyof Company, string>> = {
  name: "Name",
  shortName: "Short name",
  tagline: "Line of the home page",
  legalName: "Legal name",
  rcNumber: "RC number",
  tin: "TIN",
  licenceNumber: "Courier licence number",
  licenceClass: "Licence class",
  licenceUntil: "Licence valid until",
  insurance: "Insurance policy",
  phones: "Phone numbers",
  whatsapp: "WhatsApp number",
  emails: "Email addresses",
  address: "Address",
  point: "Point on the map",
  hours: "Opening hours",
  holidays: "Holidays",
  social: "Social links",
  founded: "Founded in",
  motto: "Motto",
  mottoText: "What the motto means",
  footerLine: "Line of the footer",
  story: "Our story",
  values: "Our values",
  leaders: "Leadership team",
  logo: "Logo",
  colour: "Brand colour",
  codeBefore: "Letters before the digits",
  codeAfter: "Letters after the digits",
  unserved: "States not served",
};

const MOST = 60;

/** A fact in the activity log: short, and 'none' where it is empty. */
export function inWords(fact: Company[keyof Company] | undefined): string {
  const text = Array.isArray(fact)
    ? fact
        .map((one: unknown) => (typeof one === "string" ? one : Object.values(one as object).join(" ")))
        .join(", ")
    : fact !== null && typeof fact === "object"
      ? Object.values(fact).join(", ")
      : String(fact ?? "");
  if (text === "") return "none";
  return text.length > MOST ? `${text.slice(0, MOST - 1)}…` : text;
}
