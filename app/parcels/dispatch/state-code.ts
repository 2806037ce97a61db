/** Returns a short code of a state, for narrow columns: the usual code, or the first three letters. */
const USUAL: Record<string, string> = { Lagos: "LOS", "Cross River": "CRS", FCT: "ABJ" };

export const stateCode = (state: string): string => USUAL[state] ?? state.slice(0, 3).toUpperCase();
