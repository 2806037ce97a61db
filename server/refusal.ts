/** The error of a failed start that the operator can fix. The message is shown as one line, without a stack. */
export class StartRefused extends Error {
  override name = "StartRefused";
}
