/** BANK-2: finds the payments of a line by the bookings in its text and by the sender's transfer notice. Pure. */
import { formatNaira } from "../../domain/money.ts";
import { normaliseReference, type LineState, type TransferPart } from "../../domain/payment.ts";
import { MOST_CODES_A_ROW } from "./found-codes.ts";
import type { LineMatch, KnownForMatching, KnownBooking, Readable } from "./matching.ts";

/**
 * Matches a line with the one booking that it names. `booking.leftKobo`: the kobo that the earlier lines leave unpaid.
 * `together`: the file's lines for the booking add up to its unpaid amount.
 */
export function matchOne({ kobo }: Readable, booking: KnownBooking, together: boolean): LineMatch {
  const { code, leftKobo, noticeKobo, byHandKobo, openOfBusiness } = booking;
  const pays = (state: LineState, paid: number, why: string): LineMatch => ({
    state,
    parts: [{ code, kobo: paid }],
    why,
  });
  if (leftKobo === null) return { state: "doubtful", parts: [], why: `${code} has no price yet` };
  if (openOfBusiness !== undefined && kobo > leftKobo && !byHandKobo.includes(kobo))
    return kobo === openOfBusiness
      ? pays("matched", kobo, "Pays all open invoices of the business")
      : pays(
          "doubtful",
          kobo,
          `${formatNaira(kobo - leftKobo)} more than ${code}: it pays further invoices, or is credit`,
        );
  if (leftKobo <= 0) return { state: "doubtful", parts: [], why: `Nothing is left to pay on ${code}` };
  if (kobo <= leftKobo && byHandKobo.includes(kobo)) return pays("doubtful", kobo, byHandText(kobo, code));
  if (kobo === leftKobo) return pays("matched", kobo, "Pays all that is left");
  if (kobo > leftKobo)
    return pays("doubtful", leftKobo, `${formatNaira(kobo - leftKobo)} more than is left to pay on ${code}`);
  if (kobo === noticeKobo) return pays("matched", kobo, "The amount that the sender told us");
  if (together) return pays("matched", kobo, "With the other rows, pays all that is left");
  return pays("doubtful", kobo, `Part payment: ${formatNaira(kobo)} of ${formatNaira(leftKobo)}`);
}

/** The longest reference that a notice may have. */
const MOST_REFERENCE = 60;
/** A shorter word, or one without a digit, may stand in any row by chance. */
const isTelling = (word: string) => word.length >= 6 && word.length <= MOST_REFERENCE && /\d/.test(word);

/** Returns the words of a row that may be the reference of a notice: whole words, with and without their signs. */
export function toldWords(text: string): string[] {
  const words = [...text.split(/\s+/), ...text.split(/[^\p{L}\p{N}]+/u)].map(normaliseReference);
  return [...new Set(words.filter(isTelling))];
}

/**
 * Finds the booking whose transfer notice has the reference and amount of the line. Many banks write the reference only
 * into the text, so a whole word of the text counts, too. Null if several notices fit, or if the line's text names
 * another booking.
 */
export function bookingOfNotice(
  { key, kobo, text }: Readable,
  stated: readonly string[],
  notices: KnownForMatching["notices"],
  bookings: KnownForMatching["bookings"],
): KnownBooking | null {
  if (notices.size === 0) return null;
  const words = [...new Set([key, ...toldWords(text)])].filter((word) => word !== "");
  const told = words.flatMap((word) => (notices.get(word) ?? []).filter((notice) => notice.kobo === kobo));
  const [notice] = told;
  if (!notice || told.some(({ code }) => code !== notice.code) || stated.some((code) => code !== notice.code))
    return null;
  return bookings.get(notice.code) ?? null;
}

export function matchNotice({ kobo }: Readable, { code, byHandKobo }: KnownBooking, left: number): LineMatch {
  const parts = [{ code, kobo: Math.min(kobo, left) }];
  if (left <= 0) return { state: "doubtful", parts: [], why: `Nothing is left to pay on ${code}` };
  if (byHandKobo.includes(kobo)) return { state: "doubtful", parts, why: byHandText(kobo, code) };
  if (kobo > left)
    return {
      state: "doubtful",
      parts,
      why: `${formatNaira(kobo - left)} more than is left to pay on ${code}`,
    };
  return { state: "matched", parts, why: "The reference and the amount that the sender told us" };
}

const byHandText = (kobo: number, code: string) =>
  `A transfer of ${formatNaira(kobo)} was recorded by hand on ${code}: is it this one?`;

export function matchSeveral(
  { kobo }: Readable,
  codes: readonly string[],
  leftOn: (code: string) => number,
): LineMatch {
  const owing = codes.filter((code) => leftOn(code) > 0);
  let rest = kobo;
  const parts = owing.flatMap((code): TransferPart[] => {
    const paid = Math.min(rest, leftOn(code));
    rest -= paid;
    return paid > 0 ? [{ code, kobo: paid }] : [];
  });
  const sum = owing.reduce((all, code) => all + leftOn(code), 0);
  if (sum === kobo && owing.length === codes.length)
    return { state: "matched", parts, why: `Pays all that is left on ${codes.length} bookings` };
  return {
    state: "doubtful",
    parts,
    why: `Names ${codes.length} bookings, with ${formatNaira(sum)} left to pay`,
  };
}

/** Suggests a business's oldest open invoice for a line that names the business but no invoice number. */
export const suggestInvoice = (
  { kobo }: Readable,
  { business, code }: { business: string; code: string },
): LineMatch => ({
  state: "doubtful",
  parts: [{ code, kobo }],
  why: `Names ${business}, without the number of an invoice`,
});

/** Suggests a likely booking for a line that names no booking. */
export function suggestBooking(
  { kobo, key, codes }: Readable,
  notices: KnownForMatching["notices"],
  bookings: KnownForMatching["bookings"],
  leftOn: (code: string) => number,
): LineMatch {
  const pays = (code: string, why: string): LineMatch => ({
    state: "doubtful",
    parts: [{ code, kobo: Math.min(kobo, leftOn(code)) }],
    why,
  });
  if (codes.tooMany) return { state: "unknown", parts: [], why: `Names more than ${MOST_CODES_A_ROW} codes` };
  const noticed = notices.get(key || " ")?.find(({ code }) => leftOn(code) > 0);
  if (noticed) return pays(noticed.code, "The sender told us this reference");
  const fits = (code: string) => leftOn(code) === kobo || bookings.get(code)?.noticeKobo === kobo;
  const [bare, ...more] = codes.bare.filter((code) => leftOn(code) > 0);
  if (bare && more.length === 0)
    return pays(bare, fits(bare) ? "Without its letters" : "Without its letters, and another amount");
  const near = codes.near.filter((code) => leftOn(code) > 0 && fits(code));
  const [code] = near;
  if (code && near.length === 1) return pays(code, "One typing error away");
  const several = [...new Set([bare, ...more, ...near])].filter((one) => one !== undefined);
  if (several.length > 1)
    return { state: "doubtful", parts: [], why: `May be ${several.slice(0, 5).join(" or ")}` };
  return {
    state: "unknown",
    parts: [],
    why: codes.named ? `No booking has the code ${codes.named}` : "No tracking code",
  };
}
