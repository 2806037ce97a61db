/** Rules of times and places at their limits. */
import { expect, test } from "vitest";
import { isUndelivered, needsReason } from "./delivery-status.ts";
import { isPrivateEvent, isStaffEvent } from "./event-kinds.ts";
import { foldAddress } from "./fold-address.ts";
import { groupOf } from "./link-purpose.ts";
import { packageText } from "./pieces.ts";
import { sendAt } from "./quiet-hours.ts";
import type { MessageKind } from "./receiver-messages.ts";
import { readHours } from "./read-hours.ts";
import { statesAsked, statesText } from "./state-words.ts";
import { placeText } from "./states.ts";
import { hourText, openText } from "./store-hours.ts";
import { formatWeight } from "./weight.ts";

const at = (hour: number, minute = 0) => new Date(Date.UTC(2026, 10, 21, hour - 1, minute));

test("[TELL-7] a message waits for the end of the quiet hours, over midnight and within a day", () => {
  const night = { messageQuietFrom: "20:30", messageQuietTo: "08:00", messageTodayFrom: "07:00" };
  const said = (hour: number, minute: number, kind: MessageKind = "could_not_deliver") =>
    sendAt(kind, at(hour, minute), night);
  expect(said(20, 29)).toEqual(at(20, 29));
  expect(said(20, 30)).toEqual(at(32));
  expect(said(7, 59)).toEqual(at(8));
  expect(said(8, 0)).toEqual(at(8));
  expect(said(6, 59, "out_for_delivery")).toEqual(at(7));
  expect(said(7, 0, "out_for_delivery")).toEqual(at(7));
  expect(sendAt("code", at(3), night)).toEqual(at(3));
  const noon = { messageQuietFrom: "12:00", messageQuietTo: "14:00", messageTodayFrom: "14:00" };
  const lunch = (hour: number, minute = 0) => sendAt("out_for_delivery", at(hour, minute), noon);
  expect([lunch(11, 59), lunch(12), lunch(13, 59), lunch(14)]).toEqual([at(11, 59), at(14), at(14), at(14)]);
  const never = { ...noon, messageTodayFrom: "12:00" };
  expect(sendAt("out_for_delivery", at(13), never)).toEqual(at(13));
});

test("[STATUS-6] only Failed needs a reason and is undelivered", () => {
  expect(["pending", "in_transit", "delivered", "failed", "x", undefined].map(needsReason)).toEqual([
    ...[false, false, false, true],
    ...[false, false],
  ]);
  expect([isUndelivered("failed"), isUndelivered("delivered"), isUndelivered("in_transit")]).toEqual([
    ...[true, false, false],
  ]);
});

test("[TRACK-4] events of money, claims and choices are not public, notes and incidents are for staff", () => {
  const kinds = ["paid", "claim_opened", "rider_note", "delivered"];
  expect(kinds.map(isPrivateEvent)).toEqual([true, true, true, false]);
  expect(["noted", "incident", "delivered"].map(isStaffEvent)).toEqual([true, true, false]);
});

test("[BOOK-7] states and places as text, and the states that a question names", () => {
  expect([statesText(["Oyo"]), statesText(["Oyo", "FCT", "Kano"])]).toEqual([
    ...["Oyo", "Oyo, FCT (Abuja) or Kano"],
  ]);
  expect(statesAsked("Kano or FCT (Abuja)?")).toEqual(["Kano", "FCT"]);
  expect([statesAsked("Kano"), statesAsked(undefined)]).toEqual([[], []]);
  const places = [
    { town: "Ikeja", state: "Lagos" },
    { town: "Kano", state: "Kano" },
    { town: null, state: "Oyo" },
  ];
  expect(places.map(placeText)).toEqual(["Ikeja, Lagos", "Kano", "Oyo"]);
  expect(foldAddress("12,  Márket-Road")).toBe(foldAddress("12 market road"));
  expect(foldAddress("12 Market Road")).not.toBe(foldAddress("13 Market Road"));
});

test("[LINK-2] a new link ends the older sign-in links, or those for a password", () => {
  expect(groupOf("password_reset")).toEqual(["password_reset"]);
  expect(groupOf("store_sign_up")).toEqual(["sign_in", "sign_up", "store_sign_in", "store_sign_up"]);
});

test("[PIECE-1] a package is written with its weight, and with the number of more than one piece", () => {
  expect(packageText("Parcel", 2.5, 1)).toBe("Parcel, 2.5 kg");
  expect(packageText("Parcel", 999, 2)).toBe("Parcel, 999 kg, 2 pieces");
  expect([999.5, 1000].map(formatWeight)).toEqual(["999.5 kg", "1,000 kg"]);
});

test("[STORE-7] a store that opens on one day is closed for a week after it, and noon is PM", () => {
  const hours = { weekdays: null, saturday: null, sunday: { opens: 9, closes: 12 } };
  const sunday = (hour: number) => new Date(at(hour).getTime() + 24 * 3_600_000);
  expect(openText(hours, sunday(8))).toMatchObject({ open: false, text: expect.stringContaining("today") });
  expect(openText(hours, sunday(11))).toMatchObject({ open: true, text: "Open now, until 12:00 PM" });
  expect(openText(hours, sunday(12))).toMatchObject({ open: false, text: expect.stringContaining("Sunday") });
  const none = { weekdays: null, saturday: null, sunday: null };
  expect(openText(none, sunday(12))).toEqual({ open: false, text: "Closed now" });
  expect([hourText(0), hourText(12), hourText(24)]).toEqual(["12:00 AM", "12:00 PM", "12:00 AM"]);
});

test("[COMPANY-3] opening hours need days in order, and hours from earlier to later, before midnight", () => {
  const read = (text: string) => "wrong" in readHours(text);
  for (const good of ["Mon-Fri 8:00-18:00", "Sat 08:00-23:59", "Monday - Friday: 8:00 – 18:00"])
    expect(read(good), good).toBe(false);
  for (const bad of [
    "Fri-Mon 8:00-18:00",
    "Xyz 8:00-18:00",
    "Mon-Xyz 8:00-9:00",
    "Mon 8:00-8:00",
    "Mon 8:00-24:00",
  ])
    expect(read(bad), bad).toBe(true);
  for (const bad of ["on Mon 8:00-18:00", "Mon 8:00-18:00 or later"]) expect(read(bad), bad).toBe(true);
});
