/** The labels of a draft's fields, for the fields and for the summary of their errors. Pure. */
import { PACKAGE_TYPES } from "../../domain/booking.ts";
import { rateField } from "./prices-form.ts";
import { isAdded, rateService } from "./price-parts.ts";

const RATE_LABELS = {
  kind: "How it is priced",
  first: "First weight (kg)",
  firstPrice: "First price (₦)",
  step: "Every extra (kg)",
  stepPrice: "Extra price (₦)",
  max: "Maximum weight (kg)",
  bands: "Weight bands, one a line",
} as const;

const ADDED_LABELS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    PACKAGE_TYPES.flatMap((type) => [
      [`extra.${type}.price`, `${type} (₦)`],
      [`extra.${type}.percent`, `${type} (%)`],
    ]),
  ),
  remotePrice: "Added once (₦)",
  coverPercent: "Cover (% of the declared value)",
  coverCeiling: "Covered up to (₦)",
  vatPercent: "VAT (%)",
  vatFrom: "VAT from",
  roundUpTo: "Round totals up to (₦)",
  returnPercent: "A return costs (% of the delivery's price)",
  codOffered: "We collect money from receivers",
  codPercent: "COD fee (% of what we collect)",
  codMinimum: "At least (₦)",
};

/** Returns the label of each field of a part, by the field's name. */
export function partLabels(part: string): Readonly<Record<string, string>> {
  if (isAdded(part)) return ADDED_LABELS;
  const { zone, type } = rateService(part);
  if (!type) return { [`zone.${zone}`]: "Name of the zone" };
  return Object.fromEntries(
    Object.entries(RATE_LABELS).map(([name, label]) => [rateField(zone, type, name), label]),
  );
}
