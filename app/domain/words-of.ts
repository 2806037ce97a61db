/** The words that are the keys of a table of labels, in the order of the table. */
export const wordsOf = <Word extends string>(labels: Record<Word, unknown>) =>
  Object.keys(labels) as [Word, ...Word[]];
