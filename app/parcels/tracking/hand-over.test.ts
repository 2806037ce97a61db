import { expect, test } from "vitest";
import { doorAmount } from "../../domain/door-amount.ts";
import { payAtHandOverText } from "./hand-over.ts";

const OFFICE = { name: "our office, 12 Herbert Macaulay Way", hours: [] };
const HUB = { name: "Ikeja hub", hours: [] };
const said = (
  more: Partial<Parameters<typeof payAtHandOverText>[0]>,
  priceKobo: number | null,
  collectKobo = 0,
) => {
  const paysDelivery = more.paysDelivery ?? null;
  const account = {
    paysDelivery: paysDelivery ?? ("sender_before" as const),
    priceKobo,
    paidKobo: more.paidKobo ?? 0,
    returning: false,
  };
  const cod = collectKobo > 0 ? { amountKobo: collectKobo, collectedKobo: 0 } : null;
  const door = doorAmount(account, cod);
  const hubs = paysDelivery === null ? [] : [HUB];
  const pay = { online: false, account: null, office: OFFICE, hubs };
  return payAtHandOverText({ paysDelivery, door, isBrought: false, pay, paidKobo: 0, ...more }, priceKobo);
};

test("[BOOK-29] [COD-9] the receipt says the whole sum that the receiver pays at the door", () => {
  expect(said({ paysDelivery: "receiver" }, 250_000)).toBe("The receiver pays ₦2,500 at the door, in cash.");
  expect(said({ paysDelivery: "receiver" }, 250_000, 2_500_000)).toBe(
    "The receiver pays ₦27,500 at the door: delivery ₦2,500, cash on delivery ₦25,000.",
  );
  expect(said({ paysDelivery: "receiver" }, null, 2_500_000)).toBe(
    "The receiver pays the price at the door, and ₦25,000 cash on delivery.",
  );
});

test("[BOOK-29] [BOOK-31] a sender pays before, or where they hand the parcel over", () => {
  expect(said({ paysDelivery: "sender_before" }, 250_000)).toBe(
    "You pay ₦2,500 before we pick it up, in cash at our office, 12 Herbert Macaulay Way.",
  );
  expect(said({}, null)).toBe(
    "You pay the price before we pick it up, in cash at our office, 12 Herbert Macaulay Way.",
  );
  expect(said({ paysDelivery: "sender_pickup", isBrought: true }, 250_000)).toBe(
    "You pay ₦2,500 at the counter, where you bring it.",
  );
});

test("[BOOK-29] the receipt asks for what is left to pay alone, and says when the delivery is paid", () => {
  expect(said({ paidKobo: 250_000 }, 250_000)).toBe("The delivery is paid.");
  expect(said({ paidKobo: 250_000, paysDelivery: "receiver" }, 250_000, 2_500_000)).toBe(
    "The delivery is paid. The receiver pays ₦25,000 cash on delivery at the door.",
  );
  expect(said({ paidKobo: 100_000 }, 250_000)).toContain("You pay ₦1,500 before we pick it up");
});
