/**
 * PRICE-2, PRICE-11: prices a parcel in lines of whole kobo that add up to the total. Each line is rounded once, half
 * a kobo upwards. Pure.
 */
import { DELIVERY_TYPE_LABELS, type DeliveryType, type PackageType } from "../../domain/booking.ts";
import { formatNaira, roundedUp, vatIn } from "../../domain/money.ts";
import type { LineKind, PriceLine } from "../../domain/payment.ts";
import type { StateName } from "../../domain/states.ts";
import { formatWeight } from "../../domain/weight.ts";
import { zoneOf, type PriceList, type Rate } from "./price-list.ts";

export type ParcelToQuote = {
  from: StateName;
  to: StateName;
  grams: number;
  packageType: PackageType;
  service: DeliveryType;
  /** The declared value in kobo. 0 means no cover. */
  declaredKobo: number;
  /** The Lagos day of the booking ('yyyy-MM-dd') decides the VAT. */
  day: string;
};

/**
 * The reasons why a list has no price. Staff then set the price, except if the service is not offered between the two
 * states ('not_offered').
 */
export type NoPrice = "not_offered" | "on_request" | "too_heavy" | "no_zone";
export type Quote = { ok: true; lines: PriceLine[]; totalKobo: number } | { ok: false; reason: NoPrice };

/** The highest total is one billion naira, like the largest payment. */
const MAX_TOTAL_KOBO = 100_000_000_000;

/** Converts kilograms with up to three decimals to whole grams. */
export const gramsOf = (kg: number): number => Math.round(kg * 1000);

/** Returns a share in per mille of an amount. Half a kobo is rounded up. */
function share(kobo: number, perMille: number): number {
  return Math.floor((kobo * perMille + 500) / 1000);
}

/** Returns the price of a weight by a rate. Null above the rate's maximum weight. */
function carriage(rate: Exclude<Rate, { kind: "on_request" }>, grams: number): number | null {
  if (rate.kind === "bands") return rate.bands.find(({ upToGrams }) => grams <= upToGrams)?.kobo ?? null;
  if (grams > rate.maxGrams) return null;
  const above = Math.max(0, grams - rate.firstGrams);
  return rate.firstKobo + Math.ceil(above / rate.stepGrams) * rate.stepKobo;
}

const percent = (perMille: number): string => `${perMille / 10}%`;

export function quote(list: PriceList, parcel: ParcelToQuote): Quote {
  const { from, to, grams, service, packageType, declaredKobo } = parcel;
  const zone = zoneOf(list, from, to);
  if (zone === null) return { ok: false, reason: "no_zone" };
  const rate = list.rates[zone]?.[service];
  if (!rate) return { ok: false, reason: "not_offered" };
  if (rate.kind === "on_request") return { ok: false, reason: "on_request" };
  const base = carriage(rate, grams);
  if (base === null) return { ok: false, reason: "too_heavy" };

  const lines: PriceLine[] = [
    {
      kind: "carriage",
      label: `${DELIVERY_TYPE_LABELS[service].name} delivery, ${formatWeight(grams / 1000)}`,
      kobo: base,
    },
  ];
  const add = (kind: LineKind, label: string, kobo: number) => {
    if (kobo > 0) lines.push({ kind, label, kobo });
  };
  const extra = list.surcharges[packageType];
  if (extra) add("surcharge", `Handling: ${packageType}`, extra.kobo + share(base, extra.perMille));
  const remote = [from, to].filter((state) => list.remote.states.includes(state));
  if (remote.length > 0) add("remote", `Remote area: ${[...new Set(remote)].join(", ")}`, list.remote.kobo);
  const covered = Math.min(declaredKobo, list.cover.ceilingKobo);
  add("cover", `Cover up to ${formatNaira(covered)}`, share(covered, list.cover.perMille));
  const net = sum(lines);
  const vatPerMille = parcel.day >= list.vat.from ? list.vat.perMille : 0;
  const totalKobo = roundedUp(net + share(net, vatPerMille), list.roundUpToKobo ?? 0);
  // The VAT is calculated again, as the part of the rounded total that is VAT. If nothing was rounded, the VAT stays
  // the same.
  const vat = vatIn(totalKobo, vatPerMille);
  add("rounding", "Rounding", totalKobo - net - vat);
  add("vat", `VAT ${percent(vatPerMille)}`, vat);
  return totalKobo > MAX_TOTAL_KOBO ? { ok: false, reason: "too_heavy" } : { ok: true, lines, totalKobo };
}

function sum(lines: readonly PriceLine[]): number {
  return lines.reduce((total, { kobo }) => total + kobo, 0);
}
