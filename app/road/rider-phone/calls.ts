/** PROOF-3: when the rider last called from a stop, by the phone's clock: it goes with an attempt. Kept in the page alone. */
const calls = new Map<string, number>();

export const noteCall = (stop: string, at: number): void => void calls.set(stop, at);
export const calledAt = (stop: string): number | null => calls.get(stop) ?? null;
