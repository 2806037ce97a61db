/**
 * PROOF-3: the time of the rider's last call from a stop, by the phone's clock, which an attempt carries. Stored in the page
 * only.
 */
const calls = new Map<string, number>();

export const noteCall = (stop: string, at: number): void => void calls.set(stop, at);
export const calledAt = (stop: string): number | null => calls.get(stop) ?? null;
