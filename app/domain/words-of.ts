/** The words of a closed set, in the order in which their labels are written. */
export const wordsOf = <Word extends string>(labels: Record<Word, unknown>) =>
  Object.keys(labels) as [Word, ...Word[]];
