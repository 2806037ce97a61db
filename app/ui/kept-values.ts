/**
 * KEEP-1: the values of a form that was sent after the session had ended, for forms whose page does not show its action's
 * response: forms of a fetcher, and small forms in rows. root.tsx provides them.
 */
import { createContext, use, useState } from "react";

type Texts = Readonly<Record<string, string>>;
export const NOTHING_KEPT: Texts = {};

export const KeptValues = createContext<Texts>(NOTHING_KEPT);

/** The kept values if they are about these hidden fields; otherwise none. They stay until the form is left. */
export function useKept(about: Texts): Texts {
  const kept = use(KeptValues);
  const [own] = useState(
    kept !== NOTHING_KEPT && Object.entries(about).every(([name, value]) => (kept[name] ?? "") === value)
      ? kept
      : NOTHING_KEPT,
  );
  return own;
}
