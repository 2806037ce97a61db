import type { StateName } from "../../domain/states.ts";

/** The name of a state's box, which is ticked where it is served. */
export const servesName = (state: StateName) => `serves ${state}`;
