const LETTERS = new Intl.Segmenter();

/** Returns the first `most` characters of a text, as a person counts them, with an ellipsis if the text was longer. */
export function cutText(text: string, most: number): string {
  let cut = "";
  let letters = 0;
  for (const { segment } of LETTERS.segment(text.replace(/\s+/g, " ").trim())) {
    if (++letters > most) return `${cut.replace(/[ ,;]{1,9}$/, "")}…`;
    cut += segment;
  }
  return cut;
}
