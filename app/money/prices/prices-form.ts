/**
 * The form of a draft: prices by zone and service, surcharges, remote states, cover, VAT, rounding. Converts texts to
 * a list and back. Pure.
 */
import { DELIVERY_TYPES, PACKAGE_TYPES, type DeliveryType } from "../../domain/booking.ts";
import { parseNaira, plainNaira } from "../../domain/money.ts";
import { plainSigns } from "../../text/plain-text.ts";
import { STATES } from "../../domain/states.ts";
import { parseWeight } from "../../domain/weight.ts";
import { priceListSchema, rateSchema, type PriceList, type Rate } from "./price-list.ts";

type Texts = Record<string, string>;
export type FormRead = { ok: true; list: PriceList } | { ok: false; errors: Texts };

export const RATE_KINDS = [
  { value: "none", label: "Not offered" },
  { value: "on_request", label: "On request" },
  { value: "steps", label: "First weight, then every extra" },
  { value: "bands", label: "Weight bands" },
] as const;

export const rateField = (zone: string, service: DeliveryType, part: string) => `${zone}.${service}.${part}`;

class Reader {
  readonly errors: Texts = {};
  readonly #texts: Texts;
  constructor(texts: Texts) {
    this.#texts = texts;
  }
  text(name: string): string {
    return (this.#texts[name] ?? "").trim();
  }
  fail(name: string, error: string): void {
    this.errors[name] ??= error;
  }
  kobo(name: string): number {
    return this.koboOf(name, this.text(name));
  }
  koboOf(name: string, text: string): number {
    const money = parseNaira(text);
    if (!money.ok) this.fail(name, money.error);
    return money.ok ? money.kobo : 0;
  }
  grams(name: string): number {
    return this.gramsOf(name, this.text(name));
  }
  gramsOf(name: string, text: string): number {
    const weight = parseWeight(text);
    if (!weight.ok) this.fail(name, weight.error);
    return weight.ok ? Math.round(weight.kg * 1000) : 1;
  }
  /** Reads a percentage with at most one decimal as per mille. */
  perMille(name: string): number {
    const parts = /^(\d{1,3})(?:[.,](\d))?\s*%?$/.exec(plainSigns(this.text(name)) || "0");
    const value = parts ? Number(parts[1]) * 10 + Number(parts[2] ?? 0) : -1;
    if (value < 0 || value > 1000) this.fail(name, "Enter per cent with at most one decimal, e.g. 7.5");
    return Math.max(0, value);
  }
}

/** Reads the prices by weight. Each line has a maximum weight and its price, for example '1 kg: 8000'. */
function readBands(read: Reader, name: string): Rate {
  const lines = read.text(name).split(/[\r\n;]+/);
  const bands = lines
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [weight = "", price = ""] = line.split(":");
      if (!line.includes(":")) read.fail(name, `Write '${line.trim()}' as weight: price, e.g. 1 kg: 8000`);
      return { upToGrams: read.gramsOf(name, weight), kobo: read.koboOf(name, price) };
    });
  return { kind: "bands", bands };
}

function readRate(read: Reader, zone: string, service: DeliveryType): Rate | null {
  const name = (part: string) => rateField(zone, service, part);
  const kind = read.text(name("kind"));
  if (kind === "on_request") return { kind };
  if (kind !== "steps" && kind !== "bands") return null;
  const rate: Rate =
    kind === "bands"
      ? readBands(read, name("bands"))
      : {
          kind,
          firstGrams: read.grams(name("first")),
          firstKobo: read.kobo(name("firstPrice")),
          stepGrams: read.grams(name("step")),
          stepKobo: read.kobo(name("stepPrice")),
          maxGrams: read.grams(name("max")),
        };
  const checked = rateSchema.safeParse(rate);
  if (!checked.success)
    read.fail(
      name(kind === "bands" ? "bands" : "max"),
      checked.error.issues[0]?.message ?? "Check this price",
    );
  return rate;
}

/** Returns the list with the form's values, or errors by field name. Another form sets the zones. */
export function readPricesForm(list: PriceList, texts: Texts): FormRead {
  const read = new Reader(texts);
  const rates: PriceList["rates"] = {};
  for (const { id } of list.zones) {
    const services: PriceList["rates"][string] = {};
    for (const service of DELIVERY_TYPES) {
      const rate = readRate(read, id, service);
      if (rate) services[service] = rate;
    }
    rates[id] = services;
  }
  const surcharges: PriceList["surcharges"] = {};
  for (const type of PACKAGE_TYPES) {
    const extra = {
      kobo: read.text(`extra.${type}.price`) === "" ? 0 : read.kobo(`extra.${type}.price`),
      perMille: read.perMille(`extra.${type}.percent`),
    };
    if (extra.kobo > 0 || extra.perMille > 0) surcharges[type] = extra;
  }
  const optional = (name: string) => (read.text(name) === "" ? 0 : read.kobo(name));
  const next = {
    ...list,
    zones: list.zones.map((zone) => ({ ...zone, name: read.text(`zone.${zone.id}`) })),
    rates,
    surcharges,
    remote: {
      states: STATES.filter((state) => read.text(`remote.${state}`) === "on"),
      kobo: optional("remotePrice"),
    },
    cover: { perMille: read.perMille("coverPercent"), ceilingKobo: optional("coverCeiling") },
    cashOnDelivery:
      read.text("codOffered") === "on"
        ? { perMille: read.perMille("codPercent"), minimumKobo: optional("codMinimum") }
        : undefined,
    vat: { perMille: read.perMille("vatPercent"), from: plainSigns(read.text("vatFrom")) },
    roundUpToKobo: optional("roundUpTo"),
    ...returned(list, read.perMille("returnPercent")),
  };
  for (const zone of next.zones) if (!zone.name) read.fail(`zone.${zone.id}`, "Name the zone");
  if (Object.keys(read.errors).length > 0) return { ok: false, errors: read.errors };
  const checked = priceListSchema.safeParse(next);
  if (checked.success) return { ok: true, list: checked.data };
  const [issue] = checked.error.issues;
  return { ok: false, errors: { [fieldOf(issue?.path ?? [])]: issue?.message ?? "Check this list" } };
}

/** Returns the field `returnPerMille` if a price for returns is entered, or if the list already has the field. */
const returned = (list: PriceList, returnPerMille: number) =>
  returnPerMille > 0 || list.returnPerMille !== undefined ? { returnPerMille } : {};

/** Returns the form field of a list part that the schema refused. */
function fieldOf([part, second]: readonly PropertyKey[]): string {
  if (part === "vat") return "vatFrom";
  if (part === "roundUpToKobo") return "roundUpTo";
  if (part === "returnPerMille") return "returnPercent";
  if (part === "remote") return "remotePrice";
  if (part === "cashOnDelivery") return "codMinimum";
  if (part === "surcharges") return `extra.${String(second)}.price`;
  return part === "cover" ? "coverCeiling" : "form";
}

const kg = (grams: number) => String(grams / 1000);
const percent = (perMille: number) => (perMille === 0 ? "" : String(perMille / 10));
const price = (kobo: number) => (kobo === 0 ? "" : plainNaira(kobo));

export function priceFormValues(list: PriceList): Texts {
  const texts: Texts = {
    remotePrice: price(list.remote.kobo),
    coverPercent: percent(list.cover.perMille),
    coverCeiling: price(list.cover.ceilingKobo),
    codOffered: list.cashOnDelivery ? "on" : "",
    codPercent: percent(list.cashOnDelivery?.perMille ?? 0),
    codMinimum: price(list.cashOnDelivery?.minimumKobo ?? 0),
    vatPercent: percent(list.vat.perMille),
    vatFrom: list.vat.from,
    roundUpTo: price(list.roundUpToKobo ?? 0),
    returnPercent: percent(list.returnPerMille ?? 0),
  };
  for (const state of list.remote.states) texts[`remote.${state}`] = "on";
  for (const { id, name } of list.zones) {
    texts[`zone.${id}`] = name;
    for (const service of DELIVERY_TYPES) {
      const rate = list.rates[id]?.[service];
      const field = (part: string) => rateField(id, service, part);
      texts[field("kind")] = rate?.kind ?? "none";
      if (rate?.kind === "steps")
        Object.assign(texts, {
          [field("first")]: kg(rate.firstGrams),
          [field("firstPrice")]: plainNaira(rate.firstKobo),
          [field("step")]: kg(rate.stepGrams),
          [field("stepPrice")]: plainNaira(rate.stepKobo),
          [field("max")]: kg(rate.maxGrams),
        });
      if (rate?.kind === "bands")
        texts[field("bands")] = rate.bands
          .map((band) => `${kg(band.upToGrams)} kg: ${plainNaira(band.kobo)}`)
          .join("\n");
    }
  }
  for (const type of PACKAGE_TYPES) {
    texts[`extra.${type}.price`] = price(list.surcharges[type]?.kobo ?? 0);
    texts[`extra.${type}.percent`] = percent(list.surcharges[type]?.perMille ?? 0);
  }
  return texts;
}
