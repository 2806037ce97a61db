/**
 * RUN-7: the statements of an upgrade in an order that takes less time and has the same result. The product is not served
 * while they run.
 */

/** An index for searching, which takes longest to build, and is built again whenever a statement rewrites its table. */
const SEARCH_INDEX = /^\s*CREATE INDEX "?(\w+)"? ON "?(\w+)"? USING gin\b/i;
/**
 * A count of parcels that wait to be counted. The product counts them in rounds (`startParcelRollUp`), and reports add them
 * until then.
 */
const COUNT_OF_WAITING =
  /^\s*DO \$\$\s*BEGIN\s+WHILE roll_up_parcel_changes\(\d+\) > 0 LOOP END LOOP;\s*END\s*\$\$;?\s*$/i;

/**
 * Puts indexes for searching last, so that each is built once. One that a later statement names, or of whose table a later
 * statement drops a column, is made before that statement; one that a later statement makes again is not made before. Leaves
 * out counts of what waits.
 */
export function upgradeOrder(statements: readonly string[]): string[] {
  const order: string[] = [];
  let last: { index: string; table: string; statement: string }[] = [];
  for (const statement of statements) {
    if (COUNT_OF_WAITING.test(statement)) continue;
    const [, index, table] = SEARCH_INDEX.exec(statement) ?? [];
    if (index && table) {
      last = [...last.filter((one) => one.index !== index), { index, table, statement }];
      continue;
    }
    const words = new Set(statement.match(/\w+/g));
    const isNeeded = (one: (typeof last)[number]) =>
      words.has(one.index) || (words.has(one.table) && /\bdrop column\b/i.test(statement));
    order.push(...last.filter(isNeeded).map((one) => one.statement), statement);
    last = last.filter((one) => !isNeeded(one));
  }
  return [...order, ...last.map((one) => one.statement)];
}
