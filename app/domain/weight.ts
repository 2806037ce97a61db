import { plainSigns } from "../text/plain-text.ts";

/** BOOK-5: reads weights as people type them: '2.5', '2,5', '2.5kg', '2.5 KG'. */
export type Weight = { ok: true; kg: number } | { ok: false; error: string };

const MAX_KG = 10_000;

/** Reads kilograms above 0, with at most three decimals (grams), up to 10 tonnes. Refuses any other text. */
export function parseWeight(rawValues: string): Weight {
  const parts = /^(\d{1,6})(?:[.,](\d{1,3}))?\s*(?:kgs?|kilos?|kilograms?)?$/i.exec(plainSigns(rawValues));
  if (!parts) return { ok: false, error: "Enter the weight in kilograms as a number, e.g. 2.5" };
  const kg = Number(`${parts[1]}.${parts[2] ?? "0"}`);
  if (kg <= 0) return { ok: false, error: "Enter a weight above 0 kg" };
  if (kg > MAX_KG) return { ok: false, error: "For more than 10,000 kg, please call us." };
  return { ok: true, kg };
}

export function formatWeight(kg: number): string {
  // Intl is not used, because it is slow in a list. Numbers below 1,000 need no thousands separator.
  if (kg < 1000) return `${Number(kg.toFixed(3))} kg`;
  return `${new Intl.NumberFormat("en-NG", { maximumFractionDigits: 3 }).format(kg)} kg`;
}
