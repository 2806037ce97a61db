/**
 * The error of a start that fails for a reason which the operator can fix. It is shown as one line, without a stack.
 */
export class StartRefused extends Error {
  override name = "StartRefused";
}
