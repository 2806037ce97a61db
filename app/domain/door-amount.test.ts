import { describe, expect, test } from "vitest";
import { holds } from "../../test/fixtures/holds.ts";
import fc from "fast-check";
import { PAYS_DELIVERY } from "./pays-delivery.ts";
import { doorAmount, doorLines, doorText, haveReady, receiversPart, settleAtDoor } from "./door-amount.ts";

const kobo = fc.integer({ min: 0, max: 500_000_000 });
const account = fc.record({
  paysDelivery: fc.oneof(fc.constant("receiver" as const), fc.constantFrom(...PAYS_DELIVERY)),
  priceKobo: fc.option(kobo, { freq: 6 }),
  paidKobo: fc.oneof(fc.constant(0), kobo),
  returning: fc.nat(4).map((n) => n === 0),
});
const cod = fc.option(
  fc.tuple(kobo, kobo).map(([a, b]) => ({ amountKobo: Math.max(a, b), collectedKobo: Math.min(a, b) })),
  { freq: 6 },
);

describe("[COD-9] what is paid at the door", () => {
  test("is what is left of the delivery where the receiver pays it, and of the cash on delivery", () => {
    const receiver = {
      ...{ paysDelivery: "receiver" as const, priceKobo: 1_397_500, paidKobo: 0 },
      returning: false,
    };
    const asked = { amountKobo: 2_500_000, collectedKobo: 0 };
    const both = doorAmount(receiver, asked);
    expect(both).toEqual({ deliveryKobo: 1_397_500, codKobo: 2_500_000, totalKobo: 3_897_500 });
    expect(doorLines(both)).toEqual([
      ["Delivery", 1_397_500],
      ["Cash on delivery", 2_500_000],
    ]);
    expect(doorText(both)).toBe("₦38,975 (delivery ₦13,975, cash on delivery ₦25,000)");
    expect(doorAmount({ ...receiver, paysDelivery: "sender_before" }, asked).totalKobo).toBe(2_500_000);
    expect(doorText(doorAmount({ ...receiver, paidKobo: 1_397_500 }, null))).toBeNull();
    const onAccount = { ...receiver, paysDelivery: "account" as const, returning: true };
    expect(doorAmount(onAccount, null).totalKobo).toBe(0);
    expect(doorAmount({ ...receiver, priceKobo: null }, null).totalKobo).toBe(0);
  });

  test("is asked of the sender of what goes back, without the goods; the receiver pays nothing", () => {
    const back = {
      ...{ paysDelivery: "sender_before" as const, priceKobo: 970_000, paidKobo: 645_000 },
      returning: true,
    };
    const door = doorAmount(back, { amountKobo: 2_500_000, collectedKobo: 0 });
    expect(door).toEqual({ deliveryKobo: 325_000, codKobo: 0, totalKobo: 325_000 });
    expect(receiversPart({ door, returning: true }).totalKobo).toBe(0);
    expect(haveReady(receiversPart({ door, returning: true }), "cash")).toBe("");
  });

  test("[COD-8] is said to the receiver with both parts", () => {
    expect(
      haveReady({ deliveryKobo: 1_397_500, codKobo: 2_500_000, totalKobo: 3_897_500 }, "cash or transfer"),
    ).toBe("Please have ₦38,975 (delivery ₦13,975, cash on delivery ₦25,000) ready, cash or transfer.");
    expect(haveReady({ deliveryKobo: 0, codKobo: 2_500_000, totalKobo: 2_500_000 }, "cash")).toBe(
      "Please have ₦25,000 ready, cash.",
    );
  });
});

describe("[COD-9] the sum at the door", () => {
  test("is never below 0, and its lines are its sum", () =>
    holds([account, cod], (of, asked) => {
      const door = doorAmount(of, asked);
      expect(Math.min(door.deliveryKobo, door.codKobo)).toBeGreaterThanOrEqual(0);
      expect(doorLines(door).reduce((sum, [, part]) => sum + part, 0)).toBe(door.totalKobo);
      return door.deliveryKobo > 0 && door.codKobo > 0;
    }));

  test("a sum is settled to the kobo, the delivery first, and a part of it twice as the whole once", () =>
    holds([account, cod, kobo, kobo], (of, asked, first, second) => {
      const door = doorAmount(of, asked);
      const { deliveryKobo, codKobo, overKobo } = settleAtDoor(first, door);
      expect(deliveryKobo + codKobo + overKobo).toBe(first);
      expect(deliveryKobo).toBeLessThanOrEqual(door.deliveryKobo);
      expect(codKobo).toBeLessThanOrEqual(door.codKobo);
      if (deliveryKobo < door.deliveryKobo) expect(codKobo).toBe(0);
      if (overKobo > 0) expect(deliveryKobo + codKobo).toBe(door.totalKobo);
      const left = doorAmount(
        { ...of, paidKobo: of.paidKobo + deliveryKobo },
        asked && { ...asked, collectedKobo: asked.collectedKobo + codKobo },
      );
      const again = settleAtDoor(overKobo + second, left);
      const whole = settleAtDoor(first + second, door);
      expect({
        deliveryKobo: deliveryKobo + again.deliveryKobo,
        codKobo: codKobo + again.codKobo,
        overKobo: again.overKobo,
      }).toEqual(whole);
      return overKobo === 0 && door.totalKobo > first;
    }));
});
