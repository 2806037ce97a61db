/**
 * The kinds, states and outcomes of runs. On a run, a rider or partner takes pieces from a hub on a Lagos day. Pure.
 */
import { wordsOf } from "./words-of.ts";

export const RUN_KIND_NAMES = { pickup: "Pickup", linehaul: "Linehaul", delivery: "Delivery" };
export type RunKind = keyof typeof RUN_KIND_NAMES;
export const RUN_KINDS = wordsOf(RUN_KIND_NAMES);

/** The states of a run, in the order in which the run passes them. */
export const RUN_STATE_NAMES = {
  planned: "Planned",
  loaded: "Loaded",
  out: "Out",
  returned: "Returned",
  reconciled: "Reconciled",
};
export type RunState = keyof typeof RUN_STATE_NAMES;
export const RUN_STATES = wordsOf(RUN_STATE_NAMES);

/** A piece's outcome on a run: handed over, returned, not picked up, removed before departure, moved, or missing. */
export const RUN_OUTCOMES = [
  "delivered",
  "picked_up",
  "arrived",
  "returned_to_hub",
  "not_picked_up",
  "removed",
  "moved",
  "missing",
] as const;
export type RunOutcome = (typeof RUN_OUTCOMES)[number];
/** The outcomes of pieces that left a run without a deed at their stop. They are no stop of the run any more. */
export const GONE_OUTCOMES = [
  "moved",
  "removed",
  "missing",
  "returned_to_hub",
] as const satisfies readonly RunOutcome[];

/** The incidents that concern a whole run, in words for dispatch and in words for the sender's notice. */
export const INCIDENT_FACTS = {
  vehicle_broke_down: { label: "Vehicle broken down", publicText: "Our vehicle broke down." },
  held_by_authorities: {
    label: "Held by authorities",
    publicText: "Our vehicle was stopped by the authorities.",
  },
  accident: { label: "Accident", publicText: "Our vehicle had an accident." },
  weather: { label: "Weather", publicText: "The weather held us up." },
  area_unsafe: { label: "Area unsafe", publicText: "The area was not safe to drive through." },
  robbery: { label: "Robbery", publicText: "We could not finish this trip." },
};
export type IncidentKind = keyof typeof INCIDENT_FACTS;
export const INCIDENT_KINDS = wordsOf(INCIDENT_FACTS);

/** The hours that a linehaul takes on a lane for which no hours are set. */
export const LANE_HOURS = 24;
