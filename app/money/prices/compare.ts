/** Ten sample parcels priced by two lists, so that staff see the effect of a new list before publication. */
import { stateLabel } from "../../domain/states.ts";
import type { PriceList } from "./price-list.ts";
import { quote, type ParcelToQuote, type Quote } from "./quote.ts";

type Sample = Omit<ParcelToQuote, "day">;
const sample = (
  from: Sample["from"],
  to: Sample["to"],
  kg: number,
  service: Sample["service"] = "standard",
  more: Partial<Sample> = {},
): Sample => ({ from, to, grams: kg * 1000, packageType: "Parcel", service, declaredKobo: 0, ...more });

const SAMPLES: readonly Sample[] = [
  sample("Lagos", "Lagos", 1),
  sample("Lagos", "Lagos", 1, "same_day"),
  sample("Lagos", "Oyo", 2),
  sample("Lagos", "Rivers", 5),
  sample("Lagos", "FCT", 0.5, "express", { packageType: "Document" }),
  sample("Lagos", "Kano", 10, "express"),
  sample("Kano", "Borno", 20),
  sample("Anambra", "Lagos", 3, "standard", { packageType: "Electronics", declaredKobo: 25_000_000 }),
  sample("Enugu", "Imo", 8, "standard", { packageType: "Fragile" }),
  sample("Rivers", "Sokoto", 50),
];

export type ComparedQuotes = { what: string; before: Quote | null; after: Quote };

/** Compares two lists. `before` is null if there is no active list yet. */
export function compareLists(before: PriceList | null, after: PriceList, day: string): ComparedQuotes[] {
  return SAMPLES.map((one) => ({
    what: `${stateLabel(one.from)} to ${stateLabel(one.to)}, ${one.packageType}, ${one.grams / 1000} kg, ${one.service.replace("_", " ")}`,
    before: before && quote(before, { ...one, day }),
    after: quote(after, { ...one, day }),
  }));
}
