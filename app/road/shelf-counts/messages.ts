/** The messages for refusals about shelf counts, by reason. */
import { refusals } from "../../platform/operations/refusals.ts";

const pieces = (n: number) => (n === 1 ? "1 piece is" : `${n} pieces are`);

export const refuse = refusals({
  no_hub: "We do not know this hub. Open it from the list.",
  no_count: "We do not know this count. Load the page again.",
  ended_meanwhile: ({ who }: { who: string }) =>
    `${who} has ended this count since you opened the page. Nothing was changed: look at its result below.`,
  more_missing: ({ missing }: { missing: number }) =>
    `${pieces(missing)} missing now, more than the page showed. Look at the list again, then close the count.`,
});
