/**
 * SQLSTATEs by which the database refuses a value that came with a request: text it cannot store (22021, 22P05), text
 * that is no uuid or number (22P02), a number or date out of range (22003, 22007, 22008), a text too long for its column
 * or index (22001, 54000).
 */
const INVALID_INPUT = new Set(["22001", "22003", "22007", "22008", "22021", "22P02", "22P05", "54000"]);

/**
 * True if the database refused a value that came with the request. Such an error gets the response 400, because it is
 * not a bug of this product.
 */
export function isInvalidInput(error: unknown): boolean {
  const cause = ((error as { cause?: unknown } | null)?.cause ?? error) as { code?: unknown } | null;
  return typeof cause?.code === "string" && INVALID_INPUT.has(cause.code);
}
