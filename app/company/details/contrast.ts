/** COMPANY-4: the contrast between the brand's colour and the text on it (WCAG 2.2, 1.4.3). */

/** The text colour on the brand's colour, in both colour schemes. */
const INK = "#16130E";
export const MIN_CONTRAST = 4.5;

/** Returns the contrast of a colour with the text colour, from 1 (none) to 21. */
export function contrastWithInk(colour: string): number {
  const [dark, light] = [luminance(INK), luminance(colour)].toSorted((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
