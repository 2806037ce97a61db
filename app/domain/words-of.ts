/**
 * The words that are the keys of a table of labels, in the order of the table. The mark lets the bundler leave out those that
 * a page does not need.
 */
/* @__NO_SIDE_EFFECTS__ */
export function wordsOf<Word extends string>(labels: Record<Word, unknown>) {
  return Object.keys(labels) as [Word, ...Word[]];
}
