/** One wrong change of the code, which a test of the rule must notice. */
export type Mutation = {
  /** The number of the rule in docs/product/. */
  rule: string;
  /** The file that implements the rule. */
  file: string;
  /** A text that occurs exactly once in the file. */
  find: string;
  /** The text that replaces `find`. */
  replace: string;
  /** The test file. A test with the rule's number in its title must fail. */
  test: string;
};

/** A test file, and the rules whose tests run. The same tests run with and without a mutation. */
export type Judged = { test: string; rules: RegExp };

/** A runner of test files with mutations. */
export type Judge = {
  /**
   * Runs the files without a mutation, or with one. Returns for each file the titles of its failed tests, or null if
   * none of its tests ran.
   */
  failedTests(files: readonly Judged[], mutation: Mutation | null): Promise<Map<string, string[] | null>>;
  /** False if the last run did not load the mutated file. */
  wasUsed(): boolean;
  close(): Promise<void>;
};

/** True if the test uses the build, so that the build must contain the mutation. */
export const needsBuild = ({ test }: Pick<Mutation, "test">): boolean => /^test\/(?:http|e2e)\//.test(test);

/** Makes the mutations of one file, each given as [rule, find, replace], for one test file. */
export const mutationsOf = (
  file: string,
  test: string,
  rows: readonly (readonly [rule: string, find: string, replace: string])[],
): Mutation[] => rows.map(([rule, find, replace]) => ({ rule, file, find, replace, test }));
