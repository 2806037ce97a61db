/** The texts of refusals about the lines of a language, by reason. */
import { goneText } from "../platform/operations/gone-text.ts";
import { refusals } from "../platform/operations/refusals.ts";

export const refuse = refusals({
  line_gone: goneText("This line"),
  holes_differ: ({ holes }: { holes: string }) => ({
    text: holes
      ? `Keep ${holes} as it is: each stands for a value.`
      : "Leave out words in braces: this line has no value.",
  }),
});
