/**
 * BOOK-7: the words of the question about a state. A form can show the question before the large code that recognises
 * places is loaded.
 */
import type { PlaceReading } from "./recognise-place.ts";
import { stateLabel, STATES, type StateName } from "./states.ts";

/** Writes states as 'Akwa Ibom or Cross River'. */
export function statesText(states: readonly StateName[]): string {
  const labels = states.map(stateLabel);
  return [labels.slice(0, -1).join(", "), ...labels.slice(-1)].filter(Boolean).join(" or ");
}

/** Writes the question 'Akwa Ibom or Cross River?' */
export const stateQuestion = (states: readonly StateName[]): string =>
  states.length < 2 ? `Is it in ${statesText(states)}?` : `${statesText(states)}?`;

/**
 * Returns the states that the address suggests, if the chosen state is not one of these; otherwise an empty list. Also
 * empty if the address only hints at a single state, because a hint is too uncertain for a question.
 */
export function statesAgainst(reading: PlaceReading, chosen: string): readonly StateName[] {
  if (chosen === "" || reading.kind === "unknown") return [];
  const said = reading.kind === "read" ? [reading.state] : reading.states;
  const sure = reading.kind === "read" || said.length > 1;
  return sure && !said.some((state) => state === chosen) ? said : [];
}

/** Returns the states that a question names, in order. Without JavaScript they come first in the list of states. */
export function statesAsked(question: string | undefined): StateName[] {
  if (!question?.includes("?")) return [];
  const at = (state: StateName) => question.indexOf(stateLabel(state));
  return STATES.filter((state) => at(state) >= 0).sort((a, b) => at(a) - at(b));
}
