const SECONDS = "Please wait {count} seconds and try again.";
const MINUTES = "Please wait {count} minutes and try again.";
/** The patterns of the sentence 'Please wait …' with seconds and with minutes, for translations. */
export const WAIT_PATTERNS = [SECONDS, MINUTES];

/** Writes 'Please wait …' with at least two seconds or two minutes, so that translations need no singular. */
export function waitText(seconds: number): string {
  return seconds < 90
    ? SECONDS.replace("{count}", String(Math.max(2, seconds)))
    : MINUTES.replace("{count}", String(Math.ceil(seconds / 60)));
}

/**
 * Splits a text that ends with 'Please wait …' into the text before it, the pattern of the sentence, and the number in
 * the sentence. Null for any other text.
 */
export function splitWait(text: string): { before: string; pattern: string; count: string } | null {
  const [, before = "", count = "", unit] =
    /^(.*?) ?Please wait (\d+) (seconds|minutes) and try again\.$/.exec(text) ?? [];
  return unit ? { before, pattern: unit === "seconds" ? SECONDS : MINUTES, count } : null;
}
