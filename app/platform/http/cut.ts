/** The first `most` characters, as a person counts them, and an ellipsis after a longer text. */
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
