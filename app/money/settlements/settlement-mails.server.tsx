/** Mails to payees: a changed bank account, and the weekly statement. */
import type { Services } from "../../platform/services.server.ts";
import { dayText, formatDate, parseLagosDay } from "../../domain/dates.ts";
import { formatNaira } from "../../domain/money.ts";
import type { MailText } from "../../notifications/mail-worker.server.ts";
import { letter, type LetterFacts } from "../../platform/mail/letter.tsx";
import type { Mail } from "../../platform/mail/mailer.server.ts";
import { withoutLinks } from "../../platform/mail/unlinked.ts";
import { contactOf, maskedOf } from "./payees.server.ts";
import { readPaidParcels } from "./payout-parcels.server.ts";
import type { PaidParcel } from "./payout-parcels.ts";
import { EVERY_ENTRY } from "./statement-csv.server.ts";
import { readPayeeStatement, type PayeeStatementEntry } from "./statement.server.ts";

type Contact = NonNullable<Awaited<ReturnType<typeof contactOf>>>;

async function write(
  services: Services,
  contact: Contact,
  { facts, ...words }: { title: string; news: string; facts: LetterFacts },
): Promise<Mail> {
  const href = services.origin + contact.page;
  const button = { text: "See your money", plain: "Your money", href };
  return letter(await services.company(), contact, { ...words, more: [facts], button });
}

/** Writes the mail about a changed bank account. Null once the person or the bank account is deleted. */
export const payeeAccountMail: MailText<"payee_account"> = async (services, { payeeId }) => {
  const contact = await contactOf(services.db, payeeId);
  const account = contact && maskedOf(contact.payee);
  if (!contact || !account) return null;
  return write(services, contact, {
    title: "Your bank account for cash on delivery",
    news: "We will pay into this account from now on. If you did not make this change, call us at once and sign out on every device.",
    facts: [["Account", withoutLinks(account)]],
  });
};

/** The largest number of parcels that a mail names. The settlements page lists all. */
const NAMED = 10;

function parcelsText(parcels: readonly PaidParcel[]): string {
  const named = parcels.slice(0, NAMED).map(({ code, paidKobo }) => `${code} ${formatNaira(paidKobo)}`);
  const more = parcels.length - named.length;
  return more > 0 ? `${named.join(", ")} and ${more} more` : named.join(", ");
}

/** SETTLE-5: writes the mail with the sums of a week. `week` is a Monday. Null once the person is deleted. */
export const statementMail: MailText<"settlement_statement"> = async (services, { payeeId, week }) => {
  const contact = await contactOf(services.db, payeeId);
  const from = parseLagosDay(week);
  if (!contact || !from) return null;
  const { openingKobo, closingKobo, entries } = await readPayeeStatement(
    services.db,
    payeeId,
    from,
    EVERY_ENTRY,
  );
  const paid = await readPaidParcels(services.db, payeeId, entries);
  const sum = (of: (entry: PayeeStatementEntry) => number) =>
    entries.reduce((kobo, entry) => kobo + of(entry), 0);
  const taken = sum(({ method, grossKobo }) => (method === "deducted" ? -grossKobo : 0));
  return write(services, contact, {
    title: `Your statement: we owe you ${closingKobo > 0 ? formatNaira(closingKobo) : "nothing"}`,
    news: `Your money in the week of ${dayText(week)}.`,
    facts: [
      ["Opening balance", formatNaira(openingKobo)],
      [
        "Collected from receivers",
        formatNaira(sum(({ code, method, grossKobo }) => (code && method !== "deducted" ? grossKobo : 0))),
      ],
      ["COD fee", formatNaira(sum(({ codFeeKobo }) => codFeeKobo))],
      ...(taken === 0 ? [] : [["Taken for returns", formatNaira(taken)] satisfies [string, string]]),
      ["Paid out to you", formatNaira(sum(({ code, grossKobo }) => (code ? 0 : -grossKobo)))],
      ["Closing balance", formatNaira(closingKobo)],
      ...entries
        .filter(({ id }) => paid[id])
        .map(({ id, at, grossKobo }): [string, string] => [
          `Paid out ${formatDate(at)}`,
          `${formatNaira(-grossKobo)} for ${parcelsText(paid[id] ?? [])}`,
        ]),
    ],
  });
};
