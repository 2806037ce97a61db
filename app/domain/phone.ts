/**
 * BOOK-6: phone numbers, Nigerian by default, stored in E.164. The server validates with the metadata of every country
 * (phone.server.ts). The browser has only Nigeria's rules, so that a cheap phone does not download 200 countries: it
 * checks the shape of a foreign number, and the server validates it.
 */
import { parsePhoneNumberFromString, type MetadataJson } from "libphonenumber-js/core";
import { plainSigns } from "../text/plain-text.ts";
import nigeria from "./phone-nigeria.json" with { type: "json" };

let metadata = nigeria as unknown as MetadataJson;

/** Replaces Nigeria's metadata by that of every country. The server calls this once. */
export function setPhoneMetadata(full: MetadataJson): void {
  metadata = full;
}

/** A number as typed, in E.164; null if it is not valid. A leading 00 means +. */
export function toE164(rawValues: string): string | null {
  const text = plainSigns(rawValues)
    .replace(/^tel:/i, "")
    .replace(/^00/, "+")
    .replace(/^(\+\d+)\s*\(0\)/, "$1");
  if (/[^\d\s()+./-]/.test(text)) return null;
  const parsed = parsePhoneNumberFromString(text, { defaultCountry: "NG", extract: false }, metadata);
  if (parsed) return parsed.isValid() ? parsed.number : null;
  const foreign = text.replace(/[^\d+]/g, "");
  const known = Object.keys(metadata.country_calling_codes).length > 1;
  return !known && /^\+(?!234)[1-9]\d{7,14}$/.test(foreign) ? foreign : null;
}

function isPhone(rawValues: string): boolean {
  return toE164(rawValues) !== null;
}

/**
 * STAFF-14: a stored number in an export: '0803 123 4567', and a foreign number behind 00 instead of +, because a
 * spreadsheet runs a cell that begins with +. A text that is no number stays. `toE164` reads both forms.
 */
export const exportPhone = (stored: string): string => formatPhone(stored).replace(/^\+/, "00");

/** A stored number for readers: '+2348031234567' as '0803 123 4567', and a foreign number in groups after its +. */
export function formatPhone(e164: string): string {
  // Formats a Nigerian mobile number as the library would, but much faster: a list has a hundred of them.
  const [, ...parts] = /^\+234([789][01]\d)(\d{3})(\d{4})$/.exec(e164) ?? [];
  if (parts.length > 0) return `0${parts.join(" ")}`;
  const parsed = parsePhoneNumberFromString(e164, metadata);
  if (!parsed) return e164;
  return parsed.countryCallingCode === "234" ? parsed.formatNational() : parsed.formatInternational();
}
