/** The company's facts in the words of the page and of the activity log. */
import { CHOICES_UNTIL_NAMES, type ChoicesUntil } from "../../domain/choices.ts";
import {
  SCAN_FIRST_NAMES,
  UNPAID_MAY_LOAD_NAMES,
  type Company,
  type ScanFirst,
  type UnpaidMayLoad,
} from "../../domain/company.ts";
import { formatNaira } from "../../domain/money.ts";
import { MESSAGE_WORDS_NAMES, type MessageWords } from "../../domain/receiver-messages.ts";
import { PROOF_RULE_NAMES, type ProofSetting } from "../../domain/proof.ts";

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
  pickupUntil: "Pickup on the same day until",
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
  unpaidMayLoad: "Parcels not paid for may be loaded",
  attempts: "Attempts before a return",
  floatLimitKobo: "Rider's float limit (₦)",
  remittanceDays: "Days until senders are paid out",
  proofRule: "Proof of delivery",
  pinValueKobo: "The PIN is needed above a value of (₦)",
  scanFirst: "Riders scan before 'Delivered'",
  choicesUntil: "Receivers may change today's delivery",
  shelfDays: "Days on the shelf of a hub",
  heldDays: "Days held for collection",
  messageOrder: "Order of channels",
  messageCeilingKobo: "Ceiling of a month (₦)",
  messageSmsKobo: "Price of an SMS (₦)",
  messageWhatsappKobo: "Price of a WhatsApp message (₦)",
  messageQuietFrom: "Quiet from",
  messageQuietTo: "Quiet until",
  messageTodayFrom: "'Out for delivery' from",
  messageWaitMinutes: "Minutes to wait for a delivery report",
  messageWords: "Words of SMS",
  messageTemplates: "WhatsApp templates",
  messageLanguage: "Language of the templates",
  messageCodeKobo: "Code before the PIN above (₦)",
};

const MOST = 60;

/** Writes a fact for the activity log: short, and 'none' if the fact is empty. */
export function inWords(name: keyof Company, fact: Company[keyof Company] | undefined): string {
  if (name === "unpaidMayLoad") return UNPAID_MAY_LOAD_NAMES[fact as UnpaidMayLoad];
  if (name === "proofRule") return PROOF_RULE_NAMES[fact as ProofSetting];
  if (name === "scanFirst") return SCAN_FIRST_NAMES[fact as ScanFirst];
  if (name === "choicesUntil") return CHOICES_UNTIL_NAMES[fact as ChoicesUntil];
  if (name === "remittanceDays" && fact === 0) return "none";
  if (name === "messageWords") return MESSAGE_WORDS_NAMES[fact as MessageWords];
  if (name.endsWith("Kobo")) return fact === 0 ? "none" : formatNaira(Number(fact));
  if (name === "messageTemplates")
    return (
      Object.entries(fact as object)
        .map((pair) => pair.join(" "))
        .join(", ") || "none"
    );
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
