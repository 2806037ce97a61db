const SECONDS = "Please wait {count} seconds and try again.";
const MINUTES = "Please wait {count} minutes and try again.";
/** Both sentences, for translations. */
export const WAIT_PATTERNS = [SECONDS, MINUTES];

/** 'Please wait …' in seconds or minutes. */
export function waitText(seconds: number): string {
  return seconds < 90
    ? SECONDS.replace("{count}", String(seconds))
    : MINUTES.replace("{count}", String(Math.ceil(seconds / 60)));
}

/** A text that ends with 'Please wait …': what stands before, the sentence's pattern and its number; null for any other. */
export function splitWait(text: string): { before: string; pattern: string; count: string } | null {
  const [, before = "", count = "", unit] =
    /^(.*?) ?Please wait (\d+) (seconds|minutes) and try again\.$/.exec(text) ?? [];
  return unit ? { before, pattern: unit === "seconds" ? SECONDS : MINUTES, count } : null;
}
