/**
 * KEEP-1: the values of a form that was sent after the session had ended. After the sign-in, small forms in rows and
 * forms of a fetcher show these values, because they get no response from an action of their page. root.tsx provides
 * the values.
 */
import { createContext, use, useState } from "react";

type Texts = Readonly<Record<string, string>>;
export const NOTHING_KEPT: Texts = {};

export const KeptValues = createContext<Texts>(NOTHING_KEPT);

/**
 * Returns the kept values if they belong to the form with the hidden fields `about`, otherwise nothing. The values stay
 * the same until the form disappears.
 */
export function useKept(about: Texts): Texts {
  const kept = use(KeptValues);
  const [own] = useState(
    kept !== NOTHING_KEPT && Object.entries(about).every(([name, value]) => (kept[name] ?? "") === value)
      ? kept
      : NOTHING_KEPT,
  );
  return own;
}
