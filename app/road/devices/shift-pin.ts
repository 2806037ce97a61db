/** DEVICE-4: the rider's shift PIN: the valid digits, and the delay after a wrong one. Pure. */
import { SHIFT_PIN } from "../deeds/protocol.ts";

const MINUTE_MS = 60_000;
const LONGEST_MINUTES = 15;

/**
 * True if the digits may be a shift PIN: six digits that are neither all equal nor in ascending or descending order.
 * Such digits are guessed first.
 */
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

/**
 * The delay after a number of consecutive wrong tries: 1, 2, 4 … at most 15 minutes. The PIN is never locked
 * permanently.
 */
export const waitAfter = (wrongTries: number): number =>
  Math.min(2 ** Math.min(wrongTries - 1, 10), LONGEST_MINUTES) * MINUTE_MS;
