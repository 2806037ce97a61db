/** BOOK-7: what is asked about the state of an address, in the same words in the browser and on the server. */
import { recognisePlace, type Reading } from "./recognise-place.ts";
import { stateQuestion } from "./state-words.ts";
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
  if (!contradicts(reading, chosen) || sure === chosen) return {};
  const [said, other] = [stateLabel(reading.state), stateLabel(chosen)];
  return { sure: `The ${name} says ${said}. Choose ${said}, or tick that it is in ${other}.` };
}

const chooseText = (reading: Reading, name: string) =>
  `${reading.kind === "asks" ? `${stateQuestion(reading.states)} ` : ""}Choose the state of the ${name}`;

/** Whether what is surely read is another state. */
export const contradicts = (reading: Reading, state: string): reading is Extract<Reading, { kind: "read" }> =>
  reading.kind === "read" && state !== "" && reading.state !== state;
