/** Labels on the pages of a print. Lengths are millimetres, in CSS `--mm`, which is a smaller unit on a narrow screen. */

/** The CSS of a print: each page fills one sheet of paper, without a margin. */
export const printRules = ([width, height]: readonly [number, number]) => `
@page { size: ${width}mm ${height}mm; margin: 0 }
.waybills { --mm: min(1mm, calc((100vw - 2rem) / ${width})) }
@media print { .waybills { --mm: 1mm } }`;

/** Splits labels into pages. */
export const pagesOf = <Label>(labels: readonly Label[], perPage: number): Label[][] =>
  Array.from({ length: Math.ceil(labels.length / perPage) }, (_, index) =>
    labels.slice(index * perPage, (index + 1) * perPage),
  );
