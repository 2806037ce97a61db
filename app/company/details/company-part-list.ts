/** COMPANY-1: the parts of the company's page, of which one is shown at a time. Pure. */
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

/** The parts of buttons that are not named like their part. */
const OF_BUTTON: Readonly<Record<string, CompanyPart>> = {
  colour: "look",
  logo: "look",
  "no-logo": "look",
  "served-by-hubs": "served",
};

/** The part of an address or a button; null if there is none of that name. */
export const partOf = (name: string | null | undefined): CompanyPart | null =>
  PARTS.find((part) => part === name) ?? OF_BUTTON[name ?? ""] ?? null;

/** The parts in their order. The road's part is shown once there is a hub. */
export const partsShown = (hasHub: boolean): readonly CompanyPart[] =>
  PARTS.filter((part) => part !== "road" || hasHub);

export const partPath = (part: CompanyPart): string => `/admin/company?part=${part}`;
