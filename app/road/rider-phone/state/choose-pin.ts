/** DEVICE-4: a rider chooses the shift PIN by typing it twice. Pure. */

/** `first`: the PIN after it was typed once. `chosen`: the PIN after it was typed twice. */
type Choosing = { first: string | null; problem: string | null; chosen: string | null };

export function choosing(first: string | null, typed: string): Choosing {
  if (first === null) return { first: typed, problem: null, chosen: null };
  if (first === typed) return { first, problem: null, chosen: typed };
  return { first: null, problem: "The two are not the same. Choose your PIN again.", chosen: null };
}
