/** PRICE-1: the content and checks of a price list, in whole numbers: kobo, grams and per mille. */
import * as z from "zod";
import { DELIVERY_TYPE_LABELS, DELIVERY_TYPES, PACKAGE_TYPES } from "../../domain/booking.ts";
import { parseLagosDay } from "../../domain/dates.ts";
import { STATES, type StateName } from "../../domain/states.ts";

/** The highest price is ₦1,000,000. Sums stay far below 2^53, even for 10 tonnes priced in steps of 100 g. */
export const MAX_PRICE_KOBO = 100_000_000;
export const MAX_GRAMS = 10_000_000;
/** The character in the grid for a pair of states that has no zone. */
export const NO_ZONE = ".";
const MAX_BANDS = 40;
/** PRICE-11: totals of a new list are rounded up to a multiple of ₦50. */
export const ROUND_UP_TO_KOBO = 5000;

const kobo = z
  .int("Enter a price in naira")
  .min(0, "Enter a price of ₦0 or more")
  .max(MAX_PRICE_KOBO, "Enter at most ₦1,000,000");
const grams = z
  .int("Enter a weight in kilograms")
  .min(1, "Enter a weight above 0 kg")
  .max(MAX_GRAMS, "Enter at most 10,000 kg");
const perMille = z
  .int("Enter per cent with at most one decimal")
  .min(0, "Enter 0 per cent or more")
  .max(1000, "Enter at most 100 per cent");
const lagosDayField = z.string().refine((text) => parseLagosDay(text) !== null, "Enter a day as 2026-12-01");

const steps = z
  .object({
    kind: z.literal("steps"),
    firstGrams: grams,
    firstKobo: kobo,
    stepGrams: grams.min(100, "Enter at least 0.1 kg"),
    stepKobo: kobo,
    maxGrams: grams,
  })
  .refine((rate) => rate.maxGrams >= rate.firstGrams, "Enter a maximum weight above the first weight");

const bands = z
  .object({
    kind: z.literal("bands"),
    bands: z
      .array(z.object({ upToGrams: grams, kobo }))
      .min(1, "Enter at least one weight band")
      .max(MAX_BANDS, `At most ${MAX_BANDS} weight bands`),
  })
  .superRefine((rate, issue) => {
    for (const [at, band] of rate.bands.entries()) {
      const before = rate.bands[at - 1];
      if (before && band.upToGrams <= before.upToGrams)
        issue.addIssue({
          code: "custom",
          message: `The bands up to ${before.upToGrams / 1000} kg and up to ${band.upToGrams / 1000} kg overlap`,
        });
      else if (before && band.kobo < before.kobo)
        issue.addIssue({
          code: "custom",
          message: `The band up to ${band.upToGrams / 1000} kg costs less than the lighter one before it`,
        });
    }
  });

export const rateSchema = z.union([z.object({ kind: z.literal("on_request") }), steps, bands]);
/** The price of a service in a zone, by weight. A service without a rate is not offered in the zone. */
export type Rate = z.infer<typeof rateSchema>;

const zoneId = z.string().regex(/^[A-L]$/);
const states = z.array(z.enum(STATES));

export const priceListSchema = z
  .object({
    zones: z
      .array(
        z.object({
          id: zoneId,
          name: z.string().min(1, "Name the zone").max(40, "Keep the name of a zone under 40 characters"),
        }),
      )
      .min(1)
      .max(12),
    /** For each origin, the zone letters of the destinations, in the order of STATES. */
    grid: z.record(
      z.enum(STATES),
      z
        .string()
        .length(STATES.length)
        .regex(/^[A-L.]+$/),
    ),
    rates: z.record(zoneId, z.partialRecord(z.enum(DELIVERY_TYPES), rateSchema)),
    surcharges: z.partialRecord(z.enum(PACKAGE_TYPES), z.object({ kobo, perMille })),
    /** The surcharge that is added once if the parcel comes from or goes to one of these states. */
    remote: z.object({ states, kobo }),
    cover: z.object({ perMille, ceilingKobo: z.int().min(0).max(10_000_000_000) }),
    /** The COD fee, including VAT. Without a COD fee, no money is collected from receivers. */
    cashOnDelivery: z.object({ perMille, minimumKobo: kobo }).optional(),
    vat: z.object({ perMille, from: lagosDayField }),
    /** Totals are rounded up to a multiple of this amount. 0 means no rounding. Older lists lack this field. */
    roundUpToKobo: z
      .int()
      .min(0)
      .max(100_000, "Round up to at most ₦1,000")
      .multipleOf(100, "Round up to whole naira, e.g. 50")
      .optional(),
    /** PRICE-13: the price of a return as a share of the delivery's price. Older lists lack this field. */
    returnPerMille: perMille.optional(),
  })
  .superRefine((list, issue) => {
    const known = new Set(list.zones.map(({ id }) => id));
    if (known.size < list.zones.length)
      issue.addIssue({ code: "custom", message: "Two zones share a letter" });
    for (const from of STATES)
      for (const [at, zone] of Array.from(list.grid[from]).entries())
        if (zone !== NO_ZONE && !known.has(zone))
          issue.addIssue({ code: "custom", message: `${from} to ${STATES[at]}: there is no zone ${zone}` });
  });
export type PriceList = z.infer<typeof priceListSchema>;

export type Zone = PriceList["zones"][number];

/** Returns the zone of a pair of states. Null if the grid has no zone for the pair. */
export function zoneOf(list: PriceList, from: StateName, to: StateName): string | null {
  const zone = list.grid[from][STATES.indexOf(to)];
  return zone === undefined || zone === NO_ZONE ? null : zone;
}

/** Lists the gaps that prevent the publication of a draft, in sentences with the name of each cell. */
export function gapsOf(list: PriceList): string[] {
  const gaps: string[] = [];
  const used = new Set<string>();
  for (const from of STATES) {
    const missing = STATES.filter((to) => zoneOf(list, from, to) === null);
    for (const to of STATES) used.add(zoneOf(list, from, to) ?? NO_ZONE);
    if (missing.length === STATES.length) gaps.push(`From ${from} no state has a zone.`);
    else if (missing.length > 0) gaps.push(`From ${from} there is no zone to ${missing.join(", ")}.`);
  }
  for (const { id, name } of list.zones)
    if (used.has(id) && !list.rates[id]?.standard)
      gaps.push(
        `Zone ${id} (${name}): ${DELIVERY_TYPE_LABELS.standard.name} has no price. Enter one, or choose 'On request'.`,
      );
  return gaps;
}
