/** Short codes of states for narrow columns: the first three letters, or the usual code. */
const USUAL: Record<string, string> = { Lagos: "LOS", "Cross River": "CRS", FCT: "ABJ" };

export const stateCode = (state: string): string => USUAL[state] ?? state.slice(0, 3).toUpperCase();
