/** The first `most` characters of a text, as a person counts them, with an ellipsis if it was longer. */
export function cutText(text: string, most: number): string {
  const letters = [...new Intl.Segmenter().segment(text.replace(/\s+/g, " ").trim())].map(
    ({ segment }) => segment,
  );
  return letters.length <= most
    ? letters.join("")
    : `${letters
        .slice(0, most)
        .join("")
        .replace(/[ ,;]{1,9}$/, "")}…`;
}
