/**
 * BOOK-6: phone numbers, Nigerian by default, stored in E.164. The server validates with the metadata of every
 * country (phone.server.ts). The browser has only the rules of Nigeria, so that a cheap phone does not download those
 * of 200 countries. The browser therefore checks only the shape of a foreign number, and the server validates it.
 */
import { parsePhoneNumberFromString, type MetadataJson } from "libphonenumber-js/core";
import { plainSigns } from "../text/plain-text.ts";
import nigeria from "./phone-nigeria.json" with { type: "json" };

let metadata = nigeria as unknown as MetadataJson;

/** Replaces the metadata of Nigeria by the metadata of every country. The server calls this once. */
export function setPhoneMetadata(full: MetadataJson): void {
  metadata = full;
}

/** The longest text that is read as a phone number. */
const MOST_CHARACTERS = 60;
/**
 * Patterns for what contacts, links, chats and spreadsheets add to a number, each with its replacement. Some of them are
 * slow for long texts. This does no harm, because texts above `MOST_CHARACTERS` are refused first.
 */
const AROUND: readonly (readonly [sign: RegExp, instead: string])[] = [
  // Slow, but for at most 60 characters.
  [/^['"‘’“”<(*_=\s]+(?=[+\d(oO])|(?<=\d)['"‘’“”>*_,;.\s]+$/g, ""],
  [/^(?:https?:\/\/)?(?:wa\.me|api\.whatsapp\.com\/send\/?\?phone=|whatsapp:)\/?/i, ""],
  // Slow, but for at most 60 characters.
  [/^(?:tel|telephone|phone|mobile|mob|cell|gsm|whatsapp|home|work|call)\b[\s.]*(?:no|number)?[\s.:]*/i, ""],
  // Slow, but for at most 60 characters.
  [/(?<=\d)\s*[-(]?\s*(?:mtn|glo|airtel|9mobile|etisalat|mobile|mob|cell|whatsapp|home|work|main)\)?$/i, ""],
  // A letter O between digits. The tested text has at most 60 characters.
  [/(?<=^|[\d+])[oO](?=[\d\s-]*\d)/g, "0"],
  // The dialled form of +: 00, and 009 in Nigeria. The tested text has at most 60 characters.
  [/^(?:009\s*(?=234(?:[\s-]*\d){10}$)|00)/, "+"],
  [/^(\+\d+)\s*\(0\)/, "$1"],
  // A number that a spreadsheet wrote with decimals.
  [/^(\d{10,13})\.0+$/, "$1"],
];

/** Returns a number without the characters around it. A spreadsheet's 8.031234567E+9 becomes a whole number. */
function plainNumber(typed: string): string {
  const power = /^(\d)\.(\d{9,12})E\+?(\d{1,2})$/i.exec(typed);
  if (power && power[2]?.length === Number(power[3])) return `${power[1]}${power[2]}`;
  return AROUND.reduce((text, [sign, instead]) => text.replace(sign, instead), typed);
}

/**
 * Reads a phone number as E.164. Null if it is invalid, or if the text has two numbers. A leading 00 or 009 means +.
 */
export function toE164(rawValues: string): string | null {
  if (rawValues.length > MOST_CHARACTERS) return null;
  const text = plainNumber(plainSigns(rawValues));
  if (/[^\d\s()+./-]/.test(text)) return null;
  const parsed = parsePhoneNumberFromString(text, { defaultCountry: "NG", extract: false }, metadata);
  if (parsed) return parsed.isValid() ? parsed.number : null;
  const foreign = text.replace(/[^\d+]/g, "");
  const known = Object.keys(metadata.country_calling_codes).length > 1;
  return !known && /^\+(?!234)[1-9]\d{7,14}$/.test(foreign) ? foreign : null;
}

/**
 * STAFF-14: writes a stored number for an export: '0803 123 4567'. A foreign number gets 00 in place of +, because a
 * spreadsheet reads a cell that begins with + as a formula. Any other text stays unchanged. `toE164` can read both
 * forms again.
 */
export const exportPhone = (stored: string): string => formatPhone(stored).replace(/^\+/, "00");

/** Writes '+2348031234567' as '0803 123 4567'. A foreign number keeps its + and gets groups. */
export function formatPhone(e164: string): string {
  // A Nigerian mobile number is formatted here, like the library does, but faster: a list has a hundred numbers.
  const [, ...parts] = /^\+234([789][01]\d)(\d{3})(\d{4})$/.exec(e164) ?? [];
  if (parts.length > 0) return `0${parts.join(" ")}`;
  const parsed = parsePhoneNumberFromString(e164, metadata);
  if (!parsed) return e164;
  return parsed.countryCallingCode === "234" ? parsed.formatNational() : parsed.formatInternational();
}
