/** BULK-7, PAY-10: the texts about the payment of a batch's parcels. Pure. */
import { howToPay, waysToPay, type PaySetup } from "../../domain/how-to-pay.ts";
import { isOnAccount, PAYS_DELIVERY, type PaysDelivery } from "../../domain/pays-delivery.ts";

/** A booked parcel that we do not hold yet. `leftKobo`: the unpaid part of its price; null without a price. */
export type Left = { paysDelivery: PaysDelivery; isBrought: boolean; leftKobo: number | null };

export type BatchPayment = {
  /** One text for each payer, such as 'You pay ₦23,050 before we pick them up, by bank transfer.' */
  texts: string[];
  /** The amount to transfer and the account. Null if the company has no account, or nothing is left to transfer. */
  transfer: { kobo: number; account: NonNullable<PaySetup["account"]> } | null;
};

const PAID_ONLINE = "To pay a parcel online, open its page with its code.";
/** BANK-2: a transfer that names several codes is found by their sum. */
export const BATCH_REFERENCE = "The codes of the parcels that you pay";

export const sumOf = (rows: readonly { totalKobo: number | null }[]): number =>
  rows.reduce((sum, { totalKobo }) => sum + (totalKobo ?? 0), 0);

/** BULK-7: says how to pay a batch's parcels. Null if nothing is left to pay, or all of it goes on an account. */
export function batchPayment(rows: readonly Left[], setup: PaySetup): BatchPayment | null {
  const texts: string[] = [];
  let [transferred, online] = [0, false];
  const several = rows.length > 1;
  for (const paysDelivery of PAYS_DELIVERY.filter((payer) => !isOnAccount(payer)))
    for (const isBrought of [false, true]) {
      const kobo = rows
        .filter((row) => row.paysDelivery === paysDelivery && row.isBrought === isBrought)
        .reduce((sum, { leftKobo }) => sum + (leftKobo ?? 0), 0);
      if (kobo === 0) continue;
      const ways = waysToPay({ paysDelivery, isBrought }, setup);
      texts.push(howToPay({ paysDelivery, isBrought, several }, setup, kobo));
      online ||= ways.includes("online");
      if (ways.includes("transfer") && ways[0] !== "door") transferred += kobo;
    }
  if (texts.length === 0) return null;
  const { account } = setup;
  return {
    texts: online ? [...texts, PAID_ONLINE] : texts,
    transfer: account && transferred > 0 ? { kobo: transferred, account } : null,
  };
}
