/** The company's facts as the text of the form's fields. */
import { MONTHS, type Company, type Holiday } from "../../domain/company.ts";
import { capitalised } from "../../domain/office-hours.ts";
import { plainNaira } from "../../domain/money.ts";
import { hoursLine } from "../../domain/read-hours.ts";
import { formatPhone } from "../../domain/phone.ts";

const lines = <Entry>(entries: readonly Entry[], write: (entry: Entry) => string) =>
  entries.map(write).join("\n");

/** Writes a holiday as '25 Dec Christmas Day'. */
function holidayLine({ day, name }: Holiday): string {
  const [date, month, year] = day.split("-").toReversed();
  return [Number(date), capitalised(MONTHS[Number(month) - 1] ?? ""), year, name].filter(Boolean).join(" ");
}

export const fieldTexts = (company: Company): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(company).filter((fact): fact is [string, string] => typeof fact[1] === "string"),
  ),
  founded: String(company.founded ?? ""),
  phones: lines(company.phones, formatPhone),
  whatsapp: company.whatsapp && formatPhone(company.whatsapp),
  emails: lines(company.emails, String),
  point: company.point ? `${company.point.latitude}, ${company.point.longitude}` : "",
  social: lines(company.social, String),
  hours: lines(company.hours, hoursLine),
  holidays: lines(company.holidays, holidayLine),
  values: lines(company.values, ({ name, text }) => `${name}: ${text}`),
  leaders: lines(company.leaders, ({ name, role }) => `${name}, ${role}`),
  attempts: String(company.attempts),
  shelfDays: String(company.shelfDays),
  heldDays: String(company.heldDays),
  floatLimitKobo: company.floatLimitKobo ? plainNaira(company.floatLimitKobo) : "",
  remittanceDays: company.remittanceDays ? String(company.remittanceDays) : "",
  messageOrder: company.messageOrder.join(),
  messageCeilingKobo: company.messageCeilingKobo ? plainNaira(company.messageCeilingKobo) : "",
  messageSmsKobo: plainNaira(company.messageSmsKobo),
  messageWhatsappKobo: plainNaira(company.messageWhatsappKobo),
  messageWaitMinutes: String(company.messageWaitMinutes),
  messageCodeKobo: company.messageCodeKobo ? plainNaira(company.messageCodeKobo) : "",
  ...Object.fromEntries(
    Object.entries(company.messageTemplates).map(([kind, name]) => [`template_${kind}`, name]),
  ),
  pinValueKobo: company.pinValueKobo ? plainNaira(company.pinValueKobo) : "",
});
