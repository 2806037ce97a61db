/** BUSINESS-1, BUSINESS-2, BUSINESS-6, BUSINESS-9: mails to businesses and to invited people. */
import { eq } from "drizzle-orm";
import { invoiceNumber, MEMBER_ROLE_LABELS } from "../../domain/business.ts";
import { dayText, lagosDay } from "../../domain/dates.ts";
import { formatNaira } from "../../domain/money.ts";
import type { MailText } from "../../notifications/mail-worker.server.ts";
import { businesses, businessInvites, invoices } from "../../platform/db/schema.ts";
import { letter } from "../../platform/mail/letter.tsx";
import { withoutLinks } from "../../platform/mail/unlinked.ts";
import type { Services } from "../../platform/services.server.ts";
import { listInvoices } from "./open-invoices.server.ts";

async function findBusiness({ db }: Services, id: string) {
  const [business] = await db.select().from(businesses).where(eq(businesses.id, id));
  return business;
}

/** Writes the mail with the decision about an application. Null while there is no decision. */
export const businessOpenedMail: MailText<"business_opened"> = async (services, { businessId }) => {
  const business = await findBusiness(services, businessId);
  if (!business || business.state === "asked") return null;
  const to = { name: business.name, address: business.email };
  const button = { text: "Open your business", href: `${services.origin}/business` };
  const company = await services.company();
  if (business.state === "refused")
    return letter(company, to, {
      title: "We cannot open an account for your business",
      news: `Why: ${withoutLinks(business.reason ?? "")}`,
      more: ["You can book and pay for each parcel as before."],
      button,
    });
  return letter(company, to, {
    title: "Your business account is open",
    news: "Your members book on account, and you get an invoice each month.",
    more: [
      [
        ["Limit", formatNaira(business.limitKobo)],
        ["Invoices are due after", `${business.termsDays} days`],
      ],
    ],
    button,
  });
};

/** Writes the mail with the invitation. Null if the invitation was withdrawn or accepted. */
export const businessInvitedMail: MailText<"business_invited"> = async (services, { inviteId }) => {
  const [invite] = await services.db
    .select({ email: businessInvites.email, role: businessInvites.role, business: businesses.name })
    .from(businessInvites)
    .innerJoin(businesses, eq(businesses.id, businessInvites.businessId))
    .where(eq(businessInvites.id, inviteId));
  if (!invite) return null;
  const business = withoutLinks(invite.business);
  return letter(
    await services.company(),
    { name: "", address: invite.email },
    {
      title: `${business} invites you`,
      news: `You can book parcels for ${business}, as ${MEMBER_ROLE_LABELS[invite.role].toLowerCase()}. Sign in with this email address and accept. If you do not know the business, do nothing.`,
      button: { text: "See the invitation", href: `${services.origin}/business` },
    },
  );
};

async function findInvoice(services: Services, invoiceId: string) {
  const [invoice] = await services.db.select().from(invoices).where(eq(invoices.id, invoiceId));
  const business = invoice && (await findBusiness(services, invoice.businessId));
  return invoice && business ? { invoice, business } : null;
}

export const invoiceIssuedMail: MailText<"invoice_issued"> = async (services, { invoiceId }) => {
  const found = await findInvoice(services, invoiceId);
  if (!found) return null;
  const { invoice, business } = found;
  const number = invoiceNumber(invoice.kind, invoice.year, invoice.serial);
  const isInvoice = invoice.kind === "invoice";
  return letter(
    await services.company(),
    { name: business.name, address: business.email },
    {
      title: `${isInvoice ? "Invoice" : "Credit note"} ${number}: ${formatNaira(Math.abs(invoice.totalKobo))}`,
      news: isInvoice
        ? `Please pay it by ${dayText(invoice.dueOn)}, with ${number} as the reference.`
        : "It lowers what you owe us.",
      more: [
        [
          ["Amount", formatNaira(invoice.totalKobo)],
          ["VAT in it", formatNaira(invoice.vatKobo)],
        ],
      ],
      button: { text: `See ${number}`, href: `${services.origin}/business/invoices/${number}` },
    },
  );
};

/** Writes the mail that reminds a business of an unpaid invoice. Null if the invoice is paid. */
export const invoiceReminderMail: MailText<"invoice_reminder"> = async (services, { invoiceId }) => {
  const found = await findInvoice(services, invoiceId);
  if (!found) return null;
  const { business } = found;
  const open = (await listInvoices(services.db, business.id)).find(({ id }) => id === invoiceId);
  if (!open || open.openKobo === 0) return null;
  const { number, dueOn, openKobo } = open;
  return letter(
    await services.company(),
    { name: business.name, address: business.email },
    {
      title: `Reminder: ${number} is ${isPast(services, dueOn) ? "overdue" : "due soon"}`,
      news: `${formatNaira(openKobo)} of ${number} ${isPast(services, dueOn) ? "was" : "is"} due on ${dayText(dueOn)}. If you have paid meanwhile, thank you: do nothing.`,
      button: { text: `See ${number}`, href: `${services.origin}/business/invoices/${number}` },
    },
  );
};

const isPast = ({ now }: Services, day: string): boolean => lagosDay(now()) > day;
