import { expect, test } from "vitest";
import { deliveryAddress } from "./delivery-address.ts";
import { howItWentText } from "./how-it-went.ts";
import { savedReceiver } from "./receiver-form.ts";

test.each([
  [{ delivered: 4, ended: 5, lastReason: "nobody_home" }, "Delivered 4 of 5, last time ‘nobody home’"],
  [{ delivered: 2, ended: 2, lastReason: null }, "Delivered 2 of 2"],
  [{ delivered: 0, ended: 0, lastReason: "place_closed" }, "Last time ‘place closed’"],
  [{ delivered: 0, ended: 0, lastReason: null }, null],
] as const)("[SENDER-4] %j in words", (before, text) => {
  expect(howItWentText(before)).toBe(text);
});

test("[SENDER-2] landmark, note and who may take it stand behind the address", () => {
  const address = "5 Bank Road, Kano";
  expect(deliveryAddress({ address })).toBe(address);
  expect(deliveryAddress({ address, landmark: "by the mosque", note: "call first", taker: "Amaka" })).toBe(
    "5 Bank Road, Kano (by the mosque; call first; Amaka may take it)",
  );
});

test("[SENDER-1] all errors of a receiver come at once, and what was parsed is taken again", () => {
  const typed = { fullName: "", phone: "12", address: "5 Bank Road", state: "", note: "x".repeat(201) };
  const wrong = savedReceiver.safeParse(typed);
  expect(wrong.error?.issues.map(({ path }) => path[0]).toSorted()).toEqual([
    "fullName",
    "note",
    "phone",
    "state",
  ]);
  const long = {
    fullName: "Ada",
    phone: "08031234567",
    address: `${"a".repeat(390)}, Kano`,
    landmark: "mosque",
  };
  expect(savedReceiver.safeParse(long).error?.issues.map(({ path }) => path[0])).toEqual(["note"]);
  const parsed = savedReceiver.parse({ ...long, address: "5 Bompai Road, Kano" });
  expect(parsed).toMatchObject({ phone: "+2348031234567", state: "Kano", landmark: "mosque", note: null });
  expect(savedReceiver.parse(parsed)).toEqual(parsed);
});
