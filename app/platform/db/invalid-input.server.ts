/**
 * SQLSTATEs by which the database refuses a value of a request: text that it cannot store (22021, 22P05),
 * text that is no uuid or number (22P02), a number or date out of range (22003, 22007, 22008), or text too
 * long for its column or index (22001, 54000).
 */
const INVALID_INPUT = new Set(["22001", "22003", "22007", "22008", "22021", "22P02", "22P05", "54000"]);

/** True if the database refused a value of the request. The response is then 400, because the request is wrong. */
export function isInvalidInput(error: unknown): boolean {
  const cause = ((error as { cause?: unknown } | null)?.cause ?? error) as { code?: unknown } | null;
  return typeof cause?.code === "string" && INVALID_INPUT.has(cause.code);
}
