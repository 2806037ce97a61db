/** COD-3: the price of collecting, in words. */
import { formatNaira } from "../../domain/money.ts";
import type { CodFeeTerms } from "../../domain/settlement.ts";

/** 'We keep 1.5%, at least ₦300, of it as the handling fee.' */
export function codFeeText({ perMille, minimumKobo }: CodFeeTerms): string {
  if (perMille === 0 && minimumKobo === 0) return "There is no handling fee.";
  if (perMille === 0) return `We keep ${formatNaira(minimumKobo)} of it as the handling fee.`;
  const least = minimumKobo > 0 ? `, at least ${formatNaira(minimumKobo)},` : "";
  return `We keep ${perMille / 10}%${least} of it as the handling fee.`;
}
