/** COMPANY-1: the parts of the company's page. The page shows one part at a time. Pure. */
import { wordsOf } from "../../domain/words-of.ts";

export const COMPANY_PARTS = {
  names: "Name and registration",
  reach: "Contact",
  hours: "Opening hours",
  look: "Logo and colour",
  about: "About us",
  served: "States you serve",
  road: "The road",
  codes: "Tracking codes",
} as const;
export type CompanyPart = keyof typeof COMPANY_PARTS;
const PARTS = wordsOf(COMPANY_PARTS);

/** Maps a button to its part, if the two have different names. */
const OF_BUTTON: Readonly<Record<string, CompanyPart>> = {
  colour: "look",
  logo: "look",
  "no-logo": "look",
  "served-by-hubs": "served",
};

/** Returns the part that a URL or a button names. Null for an unknown name. */
export const partOf = (name: string | null | undefined): CompanyPart | null =>
  PARTS.find((part) => part === name) ?? OF_BUTTON[name ?? ""] ?? null;

/** Returns the parts in their order. Without a hub, the part about hubs and runs is left out. */
export const partsShown = (hasHub: boolean): readonly CompanyPart[] =>
  PARTS.filter((part) => part !== "road" || hasHub);

export const partPath = (part: CompanyPart): string => `/admin/company?part=${part}`;
