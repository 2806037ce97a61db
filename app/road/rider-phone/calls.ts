/**
 * PROOF-3: the time of the rider's last call from each stop, by the phone's clock. A deed for a failed attempt carries
 * this time. The times are stored only in the open page.
 */
const calls = new Map<string, number>();

export const noteCall = (stop: string, at: number): void => void calls.set(stop, at);
export const calledAt = (stop: string): number | null => calls.get(stop) ?? null;
