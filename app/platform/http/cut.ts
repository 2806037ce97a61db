const LETTERS = new Intl.Segmenter();

/**
 * Returns the first `most` characters of a text. A sign that a person sees as one character, such as an emoji, counts
 * as one. If the text was longer, an ellipsis follows.
 */
export function cutText(text: string, most: number): string {
  let cut = "";
  let letters = 0;
  for (const { segment } of LETTERS.segment(text.replace(/\s+/g, " ").trim())) {
    if (++letters > most) return `${cut.replace(/[ ,;]{1,9}$/, "")}…`;
    cut += segment;
  }
  return cut;
}
