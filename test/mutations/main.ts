/**
 * `npm run mutations`: for each rule of the list, changes the code in one place, and expects that a test with the
 * rule's number in its title fails. `npm run mutations -- LINK BOOK-17` tries only these areas and rules. `-- unit`
 * tries only mutations for unit tests and tests of operations, `-- built` only those that need a build. The sources are
 * not changed.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { buildCopy } from "./by-build.ts";
import { MUTATIONS } from "./list.ts";
import { type Mutation, needsBuild } from "./mutation.ts";

const asked = process.argv.slice(2);
const kinds: string[] = asked.filter((name) => name === "unit" || name === "built");
const names = asked.filter((name) => !kinds.includes(name));
const isAsked = (mutation: Mutation) =>
  (kinds.length === 0 || kinds.includes(needsBuild(mutation) ? "built" : "unit")) &&
  (names.length === 0 ||
    names.some((name) => mutation.rule === name || mutation.rule.startsWith(`${name}-`)));
const chosen = MUTATIONS.filter(isAsked);
if (chosen.length === 0) throw new Error(`No mutation has a rule of ${asked.join(", ")}.`);
process.env["TEST_DATABASE"] ??= "embedded";

/**
 * Divides the mutations into parts of similar size. The mutations of one test file stay together, because the file also
 * runs once unchanged.
 */
function inParts(mutations: readonly Mutation[]): Mutation[][] {
  const parts: Mutation[][] = Array.from({ length: Math.max(2, availableParallelism()) }, () => []);
  const byTest = [...Map.groupBy(mutations, ({ test }) => test).values()];
  for (const own of byTest.toSorted((a, b) => b.length - a.length))
    parts.toSorted((a, b) => a.length - b.length)[0]!.push(...own);
  return parts.filter((part) => part.length > 0);
}

/** Tries the mutations of a part in a child process. Returns the number of those that no test noticed. */
async function judgePart(part: readonly Mutation[]): Promise<number> {
  const child = fork(
    new URL("judge-part.ts", import.meta.url),
    part.map((mutation) => String(MUTATIONS.indexOf(mutation))),
  );
  let unseen: number | null = null;
  child.on("message", (count: number) => (unseen = count));
  // All messages arrive before the event 'disconnect', but perhaps not before the process ends.
  await once(child, "disconnect");
  if (unseen === null) throw new Error(`A process that judged ${part.length} mutations ended early.`);
  return unseen;
}

let unseen = 0;
/** Tries the mutations on all cores at once. All must be of one kind: with a build, or without. */
async function judgeAll(mutations: readonly Mutation[]): Promise<void> {
  for (const count of await Promise.all(inParts(mutations).map(judgePart))) unseen += count;
}

await judgeAll(chosen.filter((mutation) => !needsBuild(mutation)));
const byBuild = chosen.filter(needsBuild);
if (byBuild.length > 0) buildCopy(MUTATIONS.filter(needsBuild));
await judgeAll(byBuild);
console.log(`\n${chosen.length - unseen} of ${chosen.length} mutations were seen by a test of their rule.`);
process.exit(unseen > 0 ? 1 : 0);
