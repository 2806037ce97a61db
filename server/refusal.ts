/** A failed start that the operator can mend. The message is one line, without a stack. */
export class StartRefused extends Error {
  override name = "StartRefused";
}
