/** BULK-3: reads cells: phone numbers that spreadsheets changed, and names of services and types. Pure. */
import { DELIVERY_TYPES, DELIVERY_TYPE_LABELS, PACKAGE_TYPES, packageTypeFor } from "../../domain/booking.ts";
import { STATES } from "../../domain/states.ts";
import { parseWeight } from "../../domain/weight.ts";
import { deliveryAddress } from "../address-book/delivery-address.ts";
import { restoreCell } from "../../platform/http/csv.ts";
import type { BulkField } from "./columns.ts";

/**
 * Restores the 0 that a spreadsheet removed from a phone number. Removes the spreadsheet's apostrophe and
 * '.0'. Reads a number such as 2.348031234567E+12 if no digit is missing. Other text stays, so that the form
 * reports it.
 */
export function phoneOf(cell: string): string {
  const text = cell
    .replace(/^['’`]+/, "")
    .replace(/\.0+$/, "")
    .trim();
  const digits = fromExponent(text) ?? text;
  const bare = digits.replace(/[\s().-]/g, "");
  if (/^[789][01]\d{8}$/.test(bare)) return `0${bare}`;
  if (/^234[789][01]\d{8}$/.test(bare)) return `+${bare}`;
  if (/^2340[789][01]\d{8}$/.test(bare)) return `+234${bare.slice(4)}`;
  return digits;
}

/** Returns the digits of a number such as '2.348031234567E+12'. Null if digits are missing, and for any other text. */
function fromExponent(text: string): string | null {
  const [, whole, part = "", power] = /^(\d)[.,]?(\d{0,20})e\+?(\d{1,2})$/i.exec(text) ?? [];
  if (!whole || Number(power) !== part.length) return null;
  return whole + part;
}

/** Says what to do about a phone number that a spreadsheet shortened. Null if the number is complete. */
export const shortenedPhone = (cell: string): string | null =>
  /^\d(?:[.,]\d+)?e\+?\d{1,2}$/i.test(cell.replace(/^['’`]+/, "").trim()) &&
  fromExponent(cell.trim()) === null
    ? "The spreadsheet shortened this phone, and its last digits are lost. Type the whole number here."
    : null;

const folded = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, "");

const SERVICES = new Map<string, string>([
  ...DELIVERY_TYPES.flatMap((type): [string, string][] => [
    [folded(type), type],
    [folded(DELIVERY_TYPE_LABELS[type].name), type],
  ]),
  ["normal", "standard"],
  ["regular", "standard"],
  ["std", "standard"],
  ["nextday", "express"],
  ["exp", "express"],
  ["today", "same_day"],
]);
const TYPES = new Map<string, string>([
  ...PACKAGE_TYPES.map((type): [string, string] => [folded(type), type]),
  ["doc", "Document"],
  ["docs", "Document"],
  ["documents", "Document"],
  ["package", "Parcel"],
  ["carton", "Box"],
  ["electronic", "Electronics"],
  ["phone", "Electronics"],
  ["laptop", "Electronics"],
  ["glass", "Fragile"],
]);
const PAYERS = new Map<string, string>([
  ["sender", "sender_before"],
  ["me", "sender_before"],
  ["senderbefore", "sender_before"],
  ["senderpickup", "sender_pickup"],
  ["senderatpickup", "sender_pickup"],
  ["pickup", "sender_pickup"],
  ["receiver", "receiver"],
  ["customer", "receiver"],
  ["recipient", "receiver"],
  ["buyer", "receiver"],
]);

export function rowFieldsOf(cells: readonly string[], columns: readonly { field: BulkField | null }[]) {
  const fields: Partial<Record<BulkField, string>> = {};
  for (const [at, { field }] of columns.entries()) {
    const cell = restoreCell(cells[at] ?? "").trim();
    if (field && cell !== "") fields[field] = cell;
  }
  return fields;
}

const STATES_BY_NAME = new Map<string, string>([
  ...STATES.map((name): [string, string] => [folded(name), name]),
  ["abuja", "FCT"],
  ["fctabuja", "FCT"],
  ["abujafct", "FCT"],
  ["federalcapitalterritory", "FCT"],
]);

const word = (words: ReadonlyMap<string, string>, text: string) => words.get(folded(text)) ?? text;

/** Turns a row's fields into the form's values. Default type: parcel. Default service: Standard. */
export function rowFormValues(fields: Partial<Record<string, string>>): Record<string, string> {
  const { town = "", landmark, note, taker, ...rest } = fields;
  const text = (name: string) => rest[name] ?? "";
  const street = text("receiverAddress");
  const known = town === "" || street.toLowerCase().includes(town.toLowerCase());
  const address = street && !known ? `${street}, ${town}` : street;
  const weight = parseWeight(text("packageWeight"));
  return {
    receiverName: text("receiverName"),
    receiverPhone: phoneOf(text("receiverPhone")),
    receiverEmail: text("receiverEmail"),
    receiverAddress: address && deliveryAddress({ address, landmark, note, taker }),
    receiverState: stateOf(text("receiverState")),
    receiverStateSure: text("receiverStateSure"),
    packageDescription: text("packageDescription"),
    packageWeight: text("packageWeight"),
    pieces: text("pieces").replace(/\.0+$/, ""),
    packageType: text("packageType")
      ? word(TYPES, text("packageType"))
      : weight.ok &&
          packageTypeFor(weight.kg) === "Document" &&
          /\bdocuments?\b/i.test(text("packageDescription"))
        ? "Document"
        : "Parcel",
    deliveryType: text("deliveryType") ? word(SERVICES, text("deliveryType")) : "standard",
    declaredValue: text("declaredValue"),
    collect: text("collect"),
    costCentre: text("costCentre"),
    ...(text("paysDelivery") && { paysDelivery: word(PAYERS, text("paysDelivery")) }),
  };
}

/** Recognises a state, also in texts such as 'lagos state', 'F.C.T' and 'Abuja'. */
function stateOf(text: string): string {
  const name = folded(text.replace(/\bstate\b/i, ""));
  return STATES_BY_NAME.get(name) ?? text;
}
