/** One wrong change of the code, which a test of the rule has to notice. */
export type Mutation = {
  /** The number of the rule in docs/product/. */
  rule: string;
  /** The file that decides the rule. */
  file: string;
  /** A text that the file has exactly once. */
  find: string;
  /** What stands there instead. */
  replace: string;
  /** The test file of which a test with the rule's number in its title has to fail. */
  test: string;
};

/** Mutations of one file, each [rule, find, replace], which the same test file judges. */
export const mutationsOf = (
  file: string,
  test: string,
  rows: readonly (readonly [rule: string, find: string, replace: string])[],
): Mutation[] => rows.map(([rule, find, replace]) => ({ rule, file, find, replace, test }));
