/** DEVICE-4: the shift PIN: which digits are valid, and how long a wrong PIN delays the next try. Pure. */
import { SHIFT_PIN } from "../deeds/phone-requests.ts";

const MINUTE_MS = 60_000;
const LONGEST_MINUTES = 15;

/** True if the text can be a shift PIN: six digits that are not all the same and not in sequence. */
export function isShiftPin(text: string): boolean {
  if (!SHIFT_PIN.test(text)) return false;
  const steps = new Set(
    text
      .split("")
      .slice(1)
      .map((digit, n) => Number(digit) - Number(text[n])),
  );
  const [step] = steps;
  return steps.size > 1 || (step !== 0 && step !== 1 && step !== -1);
}

/** Returns the delay after wrong PINs in a row: 1, 2, 4 … at most 15 minutes. No PIN is blocked forever. */
export const waitAfter = (wrongTries: number): number =>
  Math.min(2 ** Math.min(wrongTries - 1, 10), LONGEST_MINUTES) * MINUTE_MS;
