/** COMPANY-6: the states that the company serves, in words, and the refusal of others. Pure. */
import type { Company } from "./company.ts";

export const ALL_STATES_TEXT = "all 36 states and the FCT";
const STATES_IN_ALL = 36;

/** Counts the served states, without the FCT. */
export const statesServed = (unserved: Company["unserved"]): number =>
  STATES_IN_ALL - unserved.filter((state) => state !== "FCT").length;

/** COMPANY-6: describes the company's area, from the states that are switched on. */
export function servedText({ unserved }: Served): string {
  if (unserved.length === 0) return ALL_STATES_TEXT;
  const fct = unserved.includes("FCT");
  const states = statesServed(unserved);
  const text = states === 1 ? "1 state" : `${states} states`;
  return fct ? text : states === 0 ? "the FCT" : `${text} and the FCT`;
}

type Served = Pick<Company, "unserved">;

const isUnserved = ({ unserved }: Served, state: string | null) =>
  (unserved as readonly (string | null)[]).includes(state);

/** COMPANY-6: returns the error for a state without service; undefined if the state is served. */
export const pickupProblem = (company: Served, state: string | null): string | undefined =>
  isUnserved(company, state) ? `We do not collect in ${state} yet` : undefined;

export const deliveryProblem = (company: Served, state: string | null): string | undefined =>
  isUnserved(company, state) ? `We do not deliver to ${state} yet` : undefined;
