/** Returns the keys of a table of labels, in order. The annotation lets the bundler drop unused tables. */
/* @__NO_SIDE_EFFECTS__ */
export function wordsOf<Word extends string>(labels: Record<Word, unknown>) {
  return Object.keys(labels) as [Word, ...Word[]];
}
