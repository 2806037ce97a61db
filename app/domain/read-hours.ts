/** Reads opening hours from a text with one line for each range of days. */
import { plainSigns } from "../text/plain-text.ts";
import { openDaysText, WEEK, type OfficeHours } from "./office-hours.ts";

const OPEN = { wrong: "write the days and the hours, e.g. Mon-Fri 8:00-18:00" };

/** Reads 'Mon-Fri 8:00-18:00', or a line with a single day. If the line cannot be read, returns what is wrong. */
export function readHours(text: string): OfficeHours | { wrong: string } {
  const [, from = "", until = from, opens = "", closes = ""] =
    /^([a-z]{3})[a-z]*(?: ?- ?([a-z]{3})[a-z]*)?:? (\d{1,2}:[0-5]\d) ?- ?(\d{1,2}:[0-5]\d)$/i.exec(
      plainSigns(text),
    ) ?? [];
  const [first, last] = [from, until].map((day) => WEEK.findIndex((one) => one === day.toLowerCase()));
  const [open, close] = [opens, closes].map((time) => time.padStart(5, "0")) as [string, string];
  if (first === undefined || last === undefined || first < 0 || last < first) return OPEN;
  return open < close && close <= "23:59" ? { first, last, opens: open, closes: close } : OPEN;
}

/** Writes a line that `readHours` reads: 'Mon-Fri 8:00-18:00'. */
export const hoursLine = (office: OfficeHours): string =>
  `${openDaysText(office)} ${office.opens.replace(/^0/, "")}-${office.closes.replace(/^0/, "")}`;
