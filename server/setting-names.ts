/** Finds typing errors: names in the environment that are similar to names of our settings. */
import { SETTING_NAMES } from "./config.ts";

/**
 * The prefixes of our settings. An unknown name with one of these prefixes is a mistyped setting. APP_ and ADMIN_ are
 * not in the list, because other programs use them.
 */
const OUR_PREFIXES = [
  "SMTP_",
  "S3_",
  "MAIL_",
  "MAILBOX_",
  "PAYSTACK_",
  "TERMII_",
  "WHATSAPP_",
  "LIMITS_",
  "ONA_",
];
/** The known names. The last three are no settings: main.ts passes them to its workers. */
const OWN = new Set([...SETTING_NAMES, "ONA_DATABASE", "ONA_SECRET", "ONA_SANDBOX"]);
/**
 * The settings with which an unknown name is compared. Shorter names and NODE_ENV are left out, because too many other
 * names are similar to them.
 */
const GUESSED = SETTING_NAMES.filter((name) => name.length >= 6 && name !== "NODE_ENV");

/** Returns a line for each name that is similar to one of our settings. The line does not contain the value. */
export function unknownSettings(env: Record<string, string | undefined>): string[] {
  return Object.keys(env)
    .filter((name) => !OWN.has(name))
    .flatMap((name) => {
      const meant = nearest(name.toUpperCase());
      if (meant) return [`${name} is not a setting. Did you mean ${meant}?`];
      return OUR_PREFIXES.some((prefix) => name.startsWith(prefix))
        ? [`${name} is not a setting of Ona Delivery.`]
        : [];
    });
}

function nearest(name: string): string | undefined {
  return GUESSED.map((known) => ({ known, edits: distance(name, known) }))
    .filter(({ known, edits }) => edits <= (known.length < 8 ? 1 : 2))
    .toSorted((a, b) => a.edits - b.edits)[0]?.known;
}

/** Returns the Levenshtein distance: how many letters must be inserted, removed or changed. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
