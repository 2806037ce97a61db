/** BULK-7: one mail with the codes of all parcels of a batch, their total, and how to pay it. */
import { and, asc, eq, isNotNull } from "drizzle-orm";
import { formatNaira } from "../../domain/money.ts";
import { readableTrackingCode } from "../../domain/tracking-code.ts";
import type { MailText } from "../../notifications/mail-worker.server.ts";
import { bookingBatches, bookingBatchRows, bookings } from "../../platform/db/schema.ts";
import { numberText } from "../../platform/http/list-count.ts";
import { MailButton, MailFacts, mailHtml, mailText } from "../../platform/mail/layout.tsx";
import { withoutLinks } from "../../platform/mail/unlinked.ts";
import { WE_TELL } from "../../money/prices/price-text.ts";
import { paySetup } from "../../money/payments/pay-setup.server.ts";
import { BATCH_REFERENCE, batchPayment, sumOf, type BatchPayment } from "./batch-payment.ts";
import { leftToPay } from "./left-to-pay.server.ts";
import { batchPath } from "./paths.ts";

/** Writes the mail about the rows booked by the last press of 'Book', in the order of the sheet. */
export const batchBookedMail: MailText<"batch_booked"> = async (services, { batchId }) => {
  const { db, origin } = services;
  const [batch] = await db.select().from(bookingBatches).where(eq(bookingBatches.id, batchId));
  if (!batch?.confirmedAt) return null;
  const rows = await db
    .select({
      row: bookingBatchRows.row,
      code: bookingBatchRows.trackingCode,
      totalKobo: bookingBatchRows.totalKobo,
      town: bookings.receiverTown,
      state: bookings.receiverState,
    })
    .from(bookingBatchRows)
    .innerJoin(bookings, eq(bookings.id, bookingBatchRows.bookingId))
    .where(
      and(
        eq(bookingBatchRows.batchId, batchId),
        eq(bookingBatchRows.chosenAt, batch.confirmedAt),
        isNotNull(bookingBatchRows.trackingCode),
      ),
    )
    .orderBy(asc(bookingBatchRows.row));
  if (rows.length === 0) return null;
  const { senderName = "", senderEmail = "" } = batch.sender;
  const company = await services.company();
  const count = rows.length === 1 ? "parcel is" : "parcels are";
  const title = `Your ${numberText(rows.length)} ${count} booked`;
  const news = "We have your bookings. Anyone who has a code can follow its parcel.";
  const facts = rows.map(({ row, code, totalKobo, town, state }): [string, string] => [
    `Row ${row}`,
    `${readableTrackingCode(code!)}, ${town ?? state}, ${totalKobo === null ? WE_TELL : formatNaira(totalKobo)}`,
  ]);
  const payment = batchPayment(await leftToPay(db, batchId, batch.confirmedAt), await paySetup(services));
  facts.push(["Total", formatNaira(sumOf(rows))], ...payFacts(payment));
  const link = batch.kind === "staff" ? `${origin}/track` : origin + batchPath(batch);
  const label = batch.kind === "staff" ? "Track a parcel" : "Labels and codes";
  return {
    to: { name: withoutLinks(senderName), address: senderEmail },
    subject: title,
    text: mailText(company, [`Hello ${withoutLinks(senderName)},`, news, facts, `${label}: ${link}`]),
    html: mailHtml(
      company,
      title,
      news,
      <>
        <p>Hello {withoutLinks(senderName)},</p>
        <p>{news}</p>
        <MailFacts rows={facts} />
        <MailButton href={link}>{label}</MailButton>
      </>,
    ),
  };
};

/** PAY-10: returns how to pay for the parcels, with the bank account for a transfer. */
const payFacts = (payment: BatchPayment | null): [string, string][] =>
  payment === null
    ? []
    : [
        ["Payment", withoutLinks(payment.texts.join(" "))],
        ...(payment.transfer ? transferFacts(payment.transfer) : []),
      ];

const transferFacts = ({ kobo, account }: NonNullable<BatchPayment["transfer"]>): [string, string][] => [
  ["To transfer", formatNaira(kobo)],
  ["Bank", withoutLinks(account.bank)],
  ["Account number", account.accountNumber],
  ["Account name", withoutLinks(account.accountName)],
  ["Reference", BATCH_REFERENCE],
];
