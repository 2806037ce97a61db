import { expect, test } from "vitest";
import { howToPay, howToPayAtAll, waysToPay, type PaySetup } from "./how-to-pay.ts";
import { PAYS_BY_PARCEL } from "./pays-delivery.ts";

const ACCOUNT = { bank: "GTBank", accountName: "Ona Delivery", accountNumber: "0123456789" };
const OFFICE = { name: "our office, 12 Herbert Macaulay Way, Yaba", hours: ["Mon-Fri 8:00 AM-6:00 PM"] };
const HUB = { name: "Ikeja hub, 3 Awolowo Way, Ikeja", hours: [] };
const NONE: PaySetup = { online: false, account: null, office: OFFICE, hubs: [] };
const SETUPS: [string, PaySetup][] = [false, true].flatMap((online) =>
  [null, ACCOUNT].flatMap((account) =>
    [null, OFFICE].flatMap((office) =>
      [[], [HUB]].map((hubs): [string, PaySetup] => [
        `online ${online}, account ${account !== null}, office ${office !== null}, hubs ${hubs.length}`,
        { online, account, office, hubs },
      ]),
    ),
  ),
);

test.each(SETUPS)(
  "[PAY-10] with %s every sender has a way to pay, and none that is not there",
  (_, setup) => {
    for (const paysDelivery of PAYS_BY_PARCEL)
      for (const isBrought of [false, true]) {
        const ways = waysToPay({ paysDelivery, isBrought }, setup);
        const said = howToPay({ paysDelivery, isBrought }, setup, 1_450_000);
        expect(ways.length).toBeGreaterThan(0);
        expect([ways.includes("online"), /online/.test(said)]).toEqual([setup.online, setup.online]);
        expect([ways.includes("transfer"), /transfer/.test(said)]).toEqual([
          setup.account !== null,
          setup.account !== null,
        ]);
        expect(ways.includes("office")).toBe(
          (setup.office !== null || setup.hubs.length > 0) &&
            (paysDelivery === "sender_before" || setup.hubs.length === 0),
        );
        if (setup.hubs.length === 0) expect(said).not.toMatch(/rider|counter|at the door/);
        if (ways.includes("call")) expect(said).toContain("We call you to agree how you pay.");
        expect(said).toContain("₦14,500");
      }
  },
);

test("[PAY-10] [BUSINESS-5] on account asks for no money, whatever the company has", () => {
  const payer = { paysDelivery: "account", isBrought: false } as const;
  for (const [, setup] of SETUPS) {
    expect(waysToPay(payer, setup)).toEqual(["account"]);
    expect(howToPay(payer, setup, 1_450_000)).toBe("₦14,500 goes on the account of your business.");
  }
});

test("[PAY-10] the words of each case", () => {
  const before = { paysDelivery: "sender_before", isBrought: false } as const;
  expect(howToPay(before, { ...NONE, online: true, account: ACCOUNT }, 1_450_000)).toBe(
    "You pay ₦14,500 before we pick it up, online, by bank transfer or in cash at our office, 12 Herbert Macaulay Way, Yaba (open Mon-Fri 8:00 AM-6:00 PM).",
  );
  expect(howToPay(before, { ...NONE, office: null }, null)).toBe(
    "You pay the price before we pick it up. We call you to agree how you pay.",
  );
  const hubs = { ...NONE, hubs: [HUB] };
  expect(
    howToPay({ paysDelivery: "sender_pickup", isBrought: true }, { ...hubs, account: ACCOUNT }, 500_000),
  ).toBe(
    "You pay ₦5,000 at the counter, where you bring it. You can also pay it by bank transfer before that.",
  );
  expect(howToPay({ paysDelivery: "receiver", isBrought: false }, hubs, 500_000)).toBe(
    "The receiver pays ₦5,000 at the door, in cash.",
  );
  expect(howToPayAtAll(hubs)).toContain("or the receiver pays at the door: choose when you book.");
  expect(howToPayAtAll(NONE)).not.toMatch(/rider|door/);
});
