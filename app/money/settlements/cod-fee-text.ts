/** COD-3: the text about the COD fee. */
import { formatNaira } from "../../domain/money.ts";
import type { CodFeeTerms } from "../../domain/settlement.ts";

/** Writes, for example, 'We keep 1.5%, at least ₦300, as our fee.' */
export function codFeeText({ perMille, minimumKobo }: CodFeeTerms): string {
  if (perMille === 0 && minimumKobo === 0) return "We take no fee.";
  if (perMille === 0) return `We keep ${formatNaira(minimumKobo)} as our fee.`;
  const least = minimumKobo > 0 ? `, at least ${formatNaira(minimumKobo)},` : "";
  return `We keep ${perMille / 10}%${least} as our fee.`;
}
