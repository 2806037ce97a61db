/** BOOK-7: what is asked about the state of an address, in the same words in the browser and on the server. */
import { recognisePlace, type Reading } from "./recognise-place.ts";
import { stateQuestion, statesAgainst, statesText } from "./state-words.ts";
import { stateLabel } from "./states.ts";

export type StateChoice = {
  address: string;
  /** The state that was chosen; empty without one. */
  chosen: string;
  /** The state that was chosen against the address and confirmed; empty without one. */
  sure: string;
  /** 'pickup address'. */
  name: string;
};

/** What is wrong with an address's state: with the choice itself, or with one that contradicts the address. */
export function stateProblem({ address, chosen, sure, name }: StateChoice): {
  state?: string;
  sure?: string;
} {
  const reading = recognisePlace(address);
  if (chosen === "") return reading.kind === "read" ? {} : { state: chooseText(reading, name) };
  const said = statesAgainst(reading, chosen);
  if (said.length === 0 || sure === chosen) return {};
  const choice = said.length === 1 ? statesText(said) : "one of them";
  return {
    sure: `The ${name} says ${statesText(said)}. Choose ${choice}, or tick that it is in ${stateLabel(chosen)}.`,
  };
}

const chooseText = (reading: Reading, name: string) =>
  `${reading.kind === "asks" ? `${stateQuestion(reading.states)} ` : ""}Choose the state of the ${name}`;
