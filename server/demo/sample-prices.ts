/** The price list of the demo. */
import type { DeliveryType } from "../../app/domain/booking.ts";
import { ROUND_UP_TO_KOBO, type PriceList, type Rate } from "../../app/money/prices/price-list.ts";
import { FIRST_ZONES, firstGrid } from "../../app/money/prices/zones.ts";

const naira = (amount: number) => amount * 100;

/** Makes a price in naira: `first` up to 2 kg, then `step` more for each half kilo up to 100 kg. */
const perHalfKilo = (first: number, step: number): Rate => ({
  kind: "steps",
  firstGrams: 2000,
  firstKobo: naira(first),
  stepGrams: 500,
  stepKobo: naira(step),
  maxGrams: 100_000,
});

const RATES: Record<string, Partial<Record<DeliveryType, Rate>>> = {
  A: {
    standard: perHalfKilo(2000, 200),
    express: perHalfKilo(3000, 300),
    same_day: perHalfKilo(4500, 400),
  },
  B: { standard: perHalfKilo(3000, 300), express: perHalfKilo(4500, 400) },
  C: { standard: perHalfKilo(4000, 400), express: perHalfKilo(6500, 600) },
  D: {
    standard: perHalfKilo(5500, 500),
    express: {
      kind: "bands",
      bands: [
        { upToGrams: 1000, kobo: naira(8000) },
        { upToGrams: 5000, kobo: naira(13_000) },
        { upToGrams: 20_000, kobo: naira(36_000) },
      ],
    },
  },
};

const SAMPLE_COD_FEE = { perMille: 15, minimumKobo: naira(300) };

export const SAMPLE_PRICES: PriceList = {
  zones: [...FIRST_ZONES],
  grid: firstGrid(),
  rates: RATES,
  surcharges: { Fragile: { kobo: naira(500), perMille: 0 }, Electronics: { kobo: 0, perMille: 50 } },
  remote: { states: ["Bayelsa", "Borno", "Yobe"], kobo: naira(1500) },
  cover: { perMille: 10, ceilingKobo: naira(500_000) },
  cashOnDelivery: SAMPLE_COD_FEE,
  vat: { perMille: 75, from: "2020-02-01" },
  roundUpToKobo: ROUND_UP_TO_KOBO,
};
