/** HUB-5: what is still at a hub, in words. */
export type Left = { pieces: number; runs: number; riders: number };

const some = (n: number, one: string, many: string): string[] =>
  n === 0 ? [] : [`${n} ${n === 1 ? one : many}`];

/** '12 pieces, 1 open run and 3 riders'; null for nothing. */
export function leftWords({ pieces, runs, riders }: Left): string | null {
  const parts = [
    ...some(pieces, "piece", "pieces"),
    ...some(runs, "open run", "open runs"),
    ...some(riders, "rider", "riders"),
  ];
  const last = parts.pop();
  if (last === undefined) return null;
  return parts.length > 0 ? `${parts.join(", ")} and ${last}` : last;
}

export function leftText(left: Left): string {
  const words = leftWords(left);
  return words ? `Still here: ${words}. Closing moved nothing.` : "Nothing is left here.";
}
