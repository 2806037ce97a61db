import { expect, test } from "vitest";
import type { PaySetup } from "../../domain/how-to-pay.ts";
import { batchPayment, type Left } from "./batch-payment.ts";

const account = { bank: "GTBank", accountName: "Ona Delivery", accountNumber: "0123456789" };
const SETUP: PaySetup = { online: true, account, office: null, hubs: [{ name: "Ikeja hub", hours: [] }] };
const left = (paysDelivery: Left["paysDelivery"], leftKobo: number | null): Left => ({
  paysDelivery,
  isBrought: false,
  leftKobo,
});

test("[BULK-7] [PAY-10] a batch says what is left to pay, by payer, and nothing on account", () => {
  const rows = [
    left("sender_before", 461_000),
    left("sender_before", 400_000),
    left("sender_before", null),
    left("receiver", 325_000),
    left("account", 999_900),
  ];
  expect(batchPayment(rows, SETUP)).toEqual({
    texts: [
      "You pay ₦8,610 before we pick them up, online, by bank transfer or in cash at Ikeja hub.",
      "The receivers pay ₦3,250 at the door, in cash or by bank transfer, or online before we come.",
      "To pay a parcel online, open its page with its code.",
    ],
    transfer: { kobo: 861_000, account },
  });
  expect(batchPayment([left("account", 999_900), left("sender_before", 0)], SETUP)).toBeNull();
});
