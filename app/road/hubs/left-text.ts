/** HUB-5: says in words what is still at a hub. */
export type Left = {
  pieces: number;
  runs: number;
  riders: number;
  /** The number of pieces at other places for which dispatch chose this hub as their destination hub. */
  bound: number;
};

const some = (n: number, one: string, many: string): string[] =>
  n === 0 ? [] : [`${n} ${n === 1 ? one : many}`];

/** Returns a text such as '12 pieces, 1 open run and 3 riders'; null if nothing is at the hub. */
export function leftWords({ pieces, runs, riders, bound }: Left): string | null {
  const parts = [
    ...some(pieces, "piece", "pieces"),
    ...some(runs, "open run", "open runs"),
    ...some(riders, "rider", "riders"),
    ...some(bound, "piece elsewhere that shall come here", "pieces elsewhere that shall come here"),
  ];
  const last = parts.pop();
  if (last === undefined) return null;
  return parts.length > 0 ? `${parts.join(", ")} and ${last}` : last;
}

export function leftText(left: Left): string {
  const words = leftWords(left);
  return words ? `Still here: ${words}. Closing moved nothing.` : "Nothing is left here.";
}
