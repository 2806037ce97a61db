/** The codes of states in the narrow columns of staff's lists: the first three letters, unless another code is usual. */
const USUAL: Record<string, string> = { Lagos: "LOS", "Cross River": "CRS", FCT: "ABJ" };

export const stateCode = (state: string): string => USUAL[state] ?? state.slice(0, 3).toUpperCase();
