/** BOOK-7: asks the sender for the state of a postal address. Browser and server use the same words. */
import { recognisePlace, type PlaceReading } from "./recognise-place.ts";
import { stateQuestion, statesAgainst, statesText } from "./state-words.ts";
import { stateLabel } from "./states.ts";

export type StateChoice = {
  address: string;
  /** The chosen state. Empty if no state was chosen. */
  chosen: string;
  /** The chosen state, if the sender confirmed it although it contradicts the address; otherwise empty. */
  sure: string;
  /** The name of the address in messages, such as 'pickup address'. */
  name: string;
};

/** Returns the error about the state of an address: the choice is not a state, or contradicts the address. */
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

const chooseText = (reading: PlaceReading, name: string) =>
  `${reading.kind === "asks" ? `${stateQuestion(reading.states)} ` : ""}Choose the state of the ${name}`;
