import type { StateName } from "../../domain/states.ts";

/** Returns the name of a state's checkbox. A ticked checkbox means that the state is served. */
export const servesName = (state: StateName) => `serves ${state}`;
