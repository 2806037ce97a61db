import { expect, test } from "vitest";
import { MAX_COLLECT_KOBO } from "../../domain/settlement.ts";
import { receiverChat } from "./receiver-message.ts";

const parcel = {
  trackingCode: "OD48210973NG",
  status: "in_transit" as const,
  promisedDay: new Date("2026-11-25T09:00:00Z"),
};
const doorOf = (codKobo: number) => ({ deliveryKobo: 0, codKobo, totalKobo: codKobo });
const about = {
  link: "https://ona.example/r/OD48210973NG.0123456789abcdef0123456789abcdef",
  company: "Ona Delivery",
  door: doorOf(2_500_000),
  doorWays: "cash or transfer",
  late: false,
  asked: null,
};
const PHONE = "+2348051234567";
const textOf = (link: string) => new URL(link).searchParams.get("text")!;

test("[COD-8] the sender's and staff's message say what the receiver should have ready, and by when", () => {
  expect(textOf(receiverChat(parcel, about, "sender", PHONE))).toBe(
    "I have sent you a parcel with Ona Delivery. It should reach you by Wed 25 Nov. Please have ₦25,000 ready, cash or transfer. Follow it here: https://ona.example/r/OD48210973NG.0123456789abcdef0123456789abcdef",
  );
  const staff = receiverChat(parcel, about, "company", PHONE);
  expect(staff).toMatch(/^https:\/\/wa\.me\/2348051234567\?text=/);
  expect(textOf(staff)).toContain("Please have ₦25,000 ready, cash or transfer.");
});

test("[COD-8] without an amount nothing is said about money; a late one promises no day", () => {
  expect(textOf(receiverChat(parcel, { ...about, door: doorOf(0) }, "sender", PHONE))).not.toMatch(/₦|ready/);
  expect(textOf(receiverChat(parcel, { ...about, late: true }, "sender", PHONE))).not.toContain("25 Nov");
});

test("[CHOICE-5] after an attempt the message asks if the report is right, also once the parcel is back in the hub", () => {
  const asked = { ...about, asked: "phone_not_answered" } as const;
  for (const status of ["failed", "in_transit"] as const) {
    expect(textOf(receiverChat({ ...parcel, status }, asked, "sender", PHONE))).toBe(
      `I have sent you a parcel with Ona Delivery. They could not deliver it: your phone was not answered. Is that right? Answer here: ${about.link}`,
    );
    expect(textOf(receiverChat({ ...parcel, status }, asked, "company", PHONE))).toBe(
      `Hello, this is Ona Delivery. We could not deliver your parcel: your phone was not answered. Is that right? Answer here: ${about.link}`,
    );
  }
  expect(textOf(receiverChat({ ...parcel, status: "failed" }, about, "sender", PHONE))).toBe(
    `I have sent you a parcel with Ona Delivery. They could not deliver it. Follow it here: ${about.link}`,
  );
});

test("[COD-8] the longest message ends with the link, far below what a chat takes", () => {
  const link = `https://${"a".repeat(240)}.example/r/OD48210973NG.0123456789abcdef0123456789abcdef`;
  const chat = receiverChat(parcel, { ...about, link, door: doorOf(MAX_COLLECT_KOBO) }, "company", PHONE);
  expect(chat.length).toBeLessThan(2000);
  expect(textOf(chat)).toMatch(/\/r\/OD48210973NG\.0123456789abcdef0123456789abcdef$/);
});
