/** A start that cannot be, for a reason that whoever starts it can mend: shown as its one line, without a stack. */
export class StartRefused extends Error {
  override name = "StartRefused";
}
