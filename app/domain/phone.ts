/**
 * Phone numbers: Nigeria by default, any country accepted, kept in E.164 (decisions.md 3).
 * The server judges with the full metadata of every country (phone.server.ts). This module carries Nigeria's rules
 * alone, so that a cheap phone does not download 200 countries: a foreign number is judged by its shape here
 * and finally by the server.
 */
import { parsePhoneNumberFromString, type MetadataJson } from "libphonenumber-js/core";
import nigeria from "./phone-nigeria.json" with { type: "json" };

let metadata = nigeria as unknown as MetadataJson;

/** Called once by the server with the metadata of every country. */
export function setPhoneMetadata(full: MetadataJson): void {
  metadata = full;
}

/** E.164 of a typed number, or null when it is no real phone number. A leading 00 means +. */
export function toE164(rawValues: string): string | null {
  const text = rawValues
    .trim()
    .replace(/^00/, "+")
    .replace(/^(\+\d+)\s*\(0\)/, "$1");
  if (/[^\d\s()+./-]/.test(text)) return null;
  const parsed = parsePhoneNumberFromString(text, { defaultCountry: "NG", extract: false }, metadata);
  if (parsed) return parsed.isValid() ? parsed.number : null;
  const foreign = text.replace(/[^\d+]/g, "");
  const known = Object.keys(metadata.country_calling_codes).length > 1;
  return !known && /^\+(?!234)[1-9]\d{7,14}$/.test(foreign) ? foreign : null;
}

export function isPhone(rawValues: string): boolean {
  return toE164(rawValues) !== null;
}

/** '+2348031234567' as '0803 123 4567'; a foreign number in groups after its +. */
export function formatPhone(e164: string): string {
  const parsed = parsePhoneNumberFromString(e164, metadata);
  if (!parsed) return e164;
  return parsed.countryCallingCode === "234" ? parsed.formatNational() : parsed.formatInternational();
}
