/** PRICE-12: the parts of a draft that staff change singly: a price, a zone's name, an addition to prices. Pure. */
import { DELIVERY_TYPE_LABELS, DELIVERY_TYPES, PACKAGE_TYPES } from "../../domain/booking.ts";
import { dayText } from "../../domain/dates.ts";
import { formatNaira } from "../../domain/money.ts";
import { STATES } from "../../domain/states.ts";
import { priceFormValues, rateField, readPricesForm, type FormRead } from "./prices-form.ts";
import type { PriceList, Rate } from "./price-list.ts";
import { returnPerMilleOf } from "./return-fee.ts";

/** The text of a part in the editor. `main` is the first line, and `more` is the rest. */
export type Summary = { main: string; more?: string };

const RATE_FIELDS = ["kind", "first", "firstPrice", "step", "stepPrice", "max", "bands"];

/** The additions to every price, in the order of a quote's lines. */
export const ADDED_PARTS = ["extras", "remote", "cover", "vat", "rounding", "cod", "return"] as const;
export type AddedPart = (typeof ADDED_PARTS)[number];
export const ADDED_TITLES: Record<AddedPart, string> = {
  extras: "Extra by package type",
  remote: "Remote states",
  cover: "Cover",
  vat: "VAT",
  rounding: "Rounding",
  cod: "Cash on delivery",
  return: "Return to sender",
};
const ADDED_FIELDS: Record<AddedPart, readonly string[]> = {
  extras: PACKAGE_TYPES.flatMap((type) => [`extra.${type}.price`, `extra.${type}.percent`]),
  remote: ["remotePrice", ...STATES.map((state) => `remote.${state}`)],
  cover: ["coverPercent", "coverCeiling"],
  vat: ["vatPercent", "vatFrom"],
  rounding: ["roundUpTo"],
  cod: ["codOffered", "codPercent", "codMinimum"],
  return: ["returnPercent"],
};

export const isAdded = (part: string): part is AddedPart => Object.hasOwn(ADDED_TITLES, part);
export const ratePart = (zone: string, service: string) => `${zone}.${service}`;

/** Returns a title such as 'Zone A, Express'. Null if the list has no such part. */
export function partTitle(list: PriceList, part: string): string | null {
  if (isAdded(part)) return ADDED_TITLES[part];
  const [id, service, ...more] = part.split(".");
  if (more.length > 0 || !list.zones.some((zone) => zone.id === id)) return null;
  if (service === undefined) return `Zone ${id}`;
  const type = DELIVERY_TYPES.find((one) => one === service);
  return type ? `Zone ${id}, ${DELIVERY_TYPE_LABELS[type].name}` : null;
}

/** Returns the zone of a part, and the service if the part is a price. A part without a service is the zone's name. */
export function rateService(part: string) {
  const [zone = "", service] = part.split(".");
  return { zone, type: DELIVERY_TYPES.find((one) => one === service) };
}

function fieldsOf(part: string): readonly string[] {
  if (isAdded(part)) return ADDED_FIELDS[part];
  const { zone, type } = rateService(part);
  return type ? RATE_FIELDS.map((name) => rateField(zone, type, name)) : [`zone.${zone}`];
}

/**
 * Returns the list with the form's values in one part. The other parts are unchanged. A missing field counts as empty.
 */
export function readPart(list: PriceList, part: string, texts: Readonly<Record<string, string>>): FormRead {
  if (partTitle(list, part) === null) return { ok: false, errors: { form: "Choose what to change." } };
  const own = Object.fromEntries(fieldsOf(part).map((name) => [name, texts[name] ?? ""]));
  return readPricesForm(list, { ...priceFormValues(list), ...own });
}

const kg = (grams: number) => `${grams / 1000} kg`;
const percent = (perMille: number) => `${perMille / 10}%`;

export function rateSummary(rate: Rate | undefined): Summary {
  if (!rate) return { main: "Not offered" };
  if (rate.kind === "on_request") return { main: "On request" };
  if (rate.kind === "steps")
    return {
      main: `${formatNaira(rate.firstKobo)} up to ${kg(rate.firstGrams)}`,
      more: `+ ${formatNaira(rate.stepKobo)} every ${kg(rate.stepGrams)}, up to ${kg(rate.maxGrams)}`,
    };
  const [first] = rate.bands;
  const last = rate.bands.at(-1);
  return {
    main: first ? `${formatNaira(first.kobo)} up to ${kg(first.upToGrams)}` : "No bands",
    more: last ? `${rate.bands.length} bands, up to ${kg(last.upToGrams)}: ${formatNaira(last.kobo)}` : "",
  };
}

const both = (kobo: number, perMille: number) =>
  [kobo > 0 && formatNaira(kobo), perMille > 0 && percent(perMille)].filter(Boolean).join(" and ");

export function addedSummary(list: PriceList, part: AddedPart): Summary {
  const { surcharges, remote, cover, vat, cashOnDelivery: cod } = list;
  switch (part) {
    case "extras": {
      const extras = PACKAGE_TYPES.flatMap((type) => {
        const extra = surcharges[type];
        return extra ? [`${type} ${both(extra.kobo, extra.perMille)}`] : [];
      });
      return { main: extras.join(", ") || "None" };
    }
    case "remote":
      return remote.states.length > 0
        ? { main: `${formatNaira(remote.kobo)} once`, more: remote.states.join(", ") }
        : { main: "None" };
    case "cover":
      return cover.ceilingKobo > 0
        ? { main: `${percent(cover.perMille)} of the value, up to ${formatNaira(cover.ceilingKobo)}` }
        : { main: "Not offered" };
    case "vat":
      return { main: `${percent(vat.perMille)} from ${dayText(vat.from)}` };
    case "rounding":
      return {
        main: list.roundUpToKobo ? `Up to ${formatNaira(list.roundUpToKobo)}` : "Totals are not rounded",
      };
    case "cod":
      return cod
        ? {
            main: `${percent(cod.perMille)} of what we collect${cod.minimumKobo > 0 ? `, at least ${formatNaira(cod.minimumKobo)}` : ""}`,
          }
        : { main: "Not offered" };
    case "return":
      return { main: returnText(list) };
  }
}

const returnText = (list: PriceList): string => {
  const perMille = returnPerMilleOf(list);
  return perMille > 0 ? `${percent(perMille)} of the delivery's price` : "Costs nothing";
};

/** Describes the change in the price of a return. Null if this price is unchanged. */
export const returnChange = (before: PriceList | null, after: PriceList): string | null => {
  const was = before ? returnText(before) : "Costs nothing";
  return was === returnText(after)
    ? null
    : `Return to sender: ${was.toLowerCase()} → ${returnText(after).toLowerCase()}.`;
};
