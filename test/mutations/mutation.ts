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

/** A test file, and the rules whose tests run. With and without a mutation the same tests run. */
export type Judged = { test: string; rules: RegExp };

/** What runs the test files of mutations. */
export type Judge = {
  /** Runs the files without a mutation, or with one. Returns the titles of failed tests by file; null if none ran. */
  failedTests(files: readonly Judged[], mutation: Mutation | null): Promise<Map<string, string[] | null>>;
  /** False if the last run did not load the mutated file. */
  wasUsed(): boolean;
  close(): Promise<void>;
};

/** True if the test uses the build, so that the mutation has to be in the build, too. */
export const needsBuild = ({ test }: Pick<Mutation, "test">): boolean => /^test\/(?:http|e2e)\//.test(test);

/** Mutations of one file, each [rule, find, replace], which the same test file judges. */
export const mutationsOf = (
  file: string,
  test: string,
  rows: readonly (readonly [rule: string, find: string, replace: string])[],
): Mutation[] => rows.map(([rule, find, replace]) => ({ rule, file, find, replace, test }));
