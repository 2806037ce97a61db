/**
 * KEEP-1: the values of a form that was sent after the session had ended. They are for forms without a response from
 * the action on their page: forms of a fetcher, and small forms in rows. root.tsx provides the values.
 */
import { createContext, use, useState } from "react";

type Texts = Readonly<Record<string, string>>;
export const NOTHING_KEPT: Texts = {};

export const KeptValues = createContext<Texts>(NOTHING_KEPT);

/**
 * Returns the kept values if they belong to the form with the hidden fields `about`. They stay until the person leaves
 * the form.
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
