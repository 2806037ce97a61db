/**
 * Puts labels on printed pages. Lengths are multiples of the CSS variable `--mm`: 1 mm in print, and less on a narrow
 * screen.
 */

/** Returns the CSS with which each page fills one sheet of paper, without a margin. */
export const printRules = ([width, height]: readonly [number, number]) => `
@page { size: ${width}mm ${height}mm; margin: 0 }
.waybills { --mm: min(1mm, calc((100vw - 2rem) / ${width})) }
@media print { .waybills { --mm: 1mm } }`;

export const labelPagesOf = <Label>(labels: readonly Label[], perPage: number): Label[][] =>
  Array.from({ length: Math.ceil(labels.length / perPage) }, (_, index) =>
    labels.slice(index * perPage, (index + 1) * perPage),
  );
