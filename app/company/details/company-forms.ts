/** COMPANY-1: the schema of each part of the company's page. The fields are named like the facts. */
import * as z from "zod";
import { CHOICES_UNTIL } from "../../domain/choices.ts";
import {
  MONTHS,
  SCAN_FIRST,
  UNPAID_MAY_LOAD,
  type Company,
  type Holiday,
  type MapPoint,
} from "../../domain/company.ts";
import { parseLagosDay } from "../../domain/dates.ts";
import { toE164 } from "../../domain/phone.ts";
import { plainSigns } from "../../text/plain-text.ts";
import { PROOF_SETTINGS } from "../../domain/proof.ts";
import { STATES } from "../../domain/states.ts";
import { readHours } from "../../domain/read-hours.ts";
import {
  nameText,
  optionalKobo,
  optionalText,
  requiredText,
  plainField,
  typedNumber,
} from "../../platform/http/fields.ts";
import { linesField, twoParts } from "../../platform/http/lines-field.ts";
import { contrastWithInk, MIN_CONTRAST } from "./contrast.ts";
import { servesName } from "./served.ts";

/** A text without line breaks, because pages show the text in one line. */
const line = (max: number) => optionalText(max).overwrite((text) => text.replace(/\s+/g, " "));

/** A one-line text of digits and signs, such as a registration number. */
const signLine = (max: number) => line(max).overwrite(plainSigns);

export const namesForm = z.object({
  name: nameText("Enter the company's name", 40),
  shortName: nameText("Enter a short name", 12),
  tagline: requiredText("Enter the line of the home page", 60),
  legalName: line(100),
  rcNumber: signLine(20).refine(
    (text) => /^((RC|BN)?\s?\d{4,10})?$/i.test(text),
    "An RC number is digits, e.g. RC 1234567",
  ),
  tin: signLine(20).refine((text) => /^([\d-]{8,15})?$/.test(text), "A TIN is digits, e.g. 12345678-0001"),
  licenceNumber: line(40),
  licenceClass: line(60),
  licenceUntil: plainField()
    .default("")
    .refine((day) => day === "" || parseLagosDay(day) !== null, "Choose the day until which it is valid"),
  insurance: line(200),
});

const phone = (text: string) => toE164(text) ?? { wrong: "enter a real phone number, e.g. 0803 123 4567" };
const email = (typed: string) => {
  const text = plainSigns(typed);
  return z.email().max(254).safeParse(text).success ? text : { wrong: "enter a real email address" };
};
const site = (typed: string) => {
  const text = plainSigns(typed);
  return /^https:\/\/[\w.-]+\.[a-z]{2,}(\/\S*)?$/i.test(text) && text.length <= 200
    ? text
    : { wrong: "enter an address that begins with https://" };
};

/** Reads coordinates such as '6.5095, 3.3711'. */
function readPoint(text: string): MapPoint | null {
  const [, north = "", east = ""] =
    /^(-?\d{1,2}(?:\.\d+)?)[,\s]\s*(-?\d{1,3}(?:\.\d+)?)$/.exec(plainSigns(text)) ?? [];
  const point = { latitude: Number(north), longitude: Number(east) };
  return east !== "" && Math.abs(point.latitude) <= 90 && Math.abs(point.longitude) <= 180 ? point : null;
}

export const reachForm = z.object({
  phones: linesField(phone, 5),
  whatsapp: plainField()
    .max(40, "That phone number is too long")
    .default("")
    .transform((text, issue) => {
      const number = text === "" ? "" : toE164(text);
      if (number !== null) return number;
      issue.addIssue("Enter a real WhatsApp number, e.g. 0803 123 4567");
      return z.NEVER;
    }),
  emails: linesField(email, 5),
  address: line(120),
  point: z
    .union([z.string().max(60), z.custom<MapPoint | null>((point) => typeof point === "object")])
    .default("")
    .transform((point, issue) => {
      const read = typeof point === "string" ? readPoint(point) : point;
      if (read || point === "" || point === null) return read;
      issue.addIssue("Write it as on a map, e.g. 6.5095, 3.3711");
      return z.NEVER;
    }),
  social: linesField(site, 8),
});

const HOLIDAY = { wrong: "write a day and a name, e.g. 25 Dec Christmas Day, or 26 Mar 2027 Good Friday" };

/** Reads a holiday: '25 Dec Christmas Day' applies to every year, '26 Mar 2027 Good Friday' to one year. */
function readHoliday(text: string): Holiday | { wrong: string } {
  const written = /^(\d{1,2}) ([a-z]{3,9})\.?(?: (\d{4}))?:? (.{2,60})$/i;
  const [, day = "", month = "", year, name = ""] =
    written.exec(text) ?? written.exec(plainSigns(text)) ?? [];
  const number = MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1;
  const monthDay = `${String(number).padStart(2, "0")}-${day.padStart(2, "0")}`;
  // A holiday without a year is checked in 2028: a leap year has 29 February.
  if (number === 0 || !parseLagosDay(`${year ?? 2028}-${monthDay}`)) return HOLIDAY;
  return { day: year ? `${year}-${monthDay}` : monthDay, name };
}

const PICKUP_UNTIL = "Enter a time, e.g. 16:00";
export const hoursForm = z.object({
  hours: linesField(readHours, 7),
  holidays: linesField(readHoliday, 40),
  // Forms of the previous release lack this field.
  pickupUntil: plainField(PICKUP_UNTIL)
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, PICKUP_UNTIL)
    .default("16:00"),
});

const value = (text: string): Company["values"][number] | { wrong: string } => {
  const parts = twoParts(text, ":");
  return parts ? { name: parts[0], text: parts[1] } : { wrong: "write a word and a sentence" };
};
const leader = (text: string): Company["leaders"][number] | { wrong: string } => {
  const parts = twoParts(text, ",");
  return parts ? { name: parts[0], role: parts[1] } : { wrong: "write a name and what they do" };
};

export const aboutForm = z.object({
  founded: z
    .union([plainField(), z.number(), z.null()])
    .default("")
    .transform((year, issue) => {
      if (year === "" || year === null) return null;
      const number = Number(year);
      if (Number.isInteger(number) && number >= 1800 && number <= 2200) return number;
      issue.addIssue("Enter a year, e.g. 2020");
      return z.NEVER;
    }),
  motto: line(20),
  mottoText: line(200),
  footerLine: line(80),
  story: optionalText(3000),
  values: linesField(value, 8),
  leaders: linesField(leader, 9),
});

export const lookForm = z.object({
  colour: plainField("Choose a colour")
    .toUpperCase()
    .regex(/^#[0-9A-F]{6}$/, "Enter a colour as #RRGGBB, e.g. #FFC21A")
    .refine((colour) => contrastWithInk(colour) >= MIN_CONTRAST, {
      error: ({ input }) =>
        `Choose a lighter colour: black words on this one are hard to read (contrast ${contrastWithInk(String(input)).toFixed(1)}, ${MIN_CONTRAST} is needed)`,
    }),
});

const letters = plainField("Enter two letters")
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, "Enter two letters from A to Z");
export const codesForm = z.object({
  // RX is reserved: a tracking code begins with these letters if no free code of the usual form could be drawn.
  codeBefore: letters.refine((two) => two !== "RX", "RX is taken. Choose other letters."),
  codeAfter: letters,
});

export const servedForm = z
  .looseObject({ unserved: z.array(z.enum(STATES)).optional() })
  .transform(({ unserved, ...boxes }) => ({
    unserved: unserved ?? STATES.filter((state) => !(servesName(state) in boxes)),
  }))
  .refine(({ unserved }) => unserved.length < STATES.length, {
    error: "Tick at least one state",
    path: ["unserved"],
  });

const ATTEMPTS = "Enter a number from 1 to 10";
const DAYS = "Enter a number from 0 to 30";
const SHELF_DAYS = "Enter a number from 1 to 60";
const shelfDays = () =>
  typedNumber(SHELF_DAYS, z.number(SHELF_DAYS).int(SHELF_DAYS).min(1, SHELF_DAYS).max(60, SHELF_DAYS));
export const roadForm = z.object({
  unpaidMayLoad: z.enum(UNPAID_MAY_LOAD, "Choose one"),
  attempts: typedNumber(ATTEMPTS, z.number(ATTEMPTS).int(ATTEMPTS).min(1, ATTEMPTS).max(10, ATTEMPTS)),
  floatLimitKobo: optionalKobo,
  // Forms of the previous release lack this field.
  remittanceDays: typedNumber(DAYS, z.number(DAYS).int(DAYS).min(0, DAYS).max(30, DAYS), 0).default(0),
  proofRule: z.enum(PROOF_SETTINGS, "Choose one"),
  pinValueKobo: optionalKobo,
  // Forms of the previous release lack these fields.
  scanFirst: z.enum(SCAN_FIRST, "Choose one").default("no"),
  choicesUntil: z.enum(CHOICES_UNTIL, "Choose one").default("loaded"),
  shelfDays: shelfDays().default(2),
  heldDays: shelfDays().default(7),
});
