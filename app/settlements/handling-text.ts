/** COD-3: the price of collecting, in words. */
import { formatNaira } from "../domain/money.ts";
import type { HandlingTerms } from "../domain/settlement.ts";

/** 'We keep 1.5%, at least ₦300, for handling.' */
export function handlingText({ perMille, minimumKobo }: HandlingTerms): string {
  if (perMille === 0 && minimumKobo === 0) return "We keep nothing of it.";
  if (perMille === 0) return `We keep ${formatNaira(minimumKobo)} of it for handling.`;
  const least = minimumKobo > 0 ? `, at least ${formatNaira(minimumKobo)},` : "";
  return `We keep ${perMille / 10}%${least} of it for handling.`;
}
