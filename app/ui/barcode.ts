/** A barcode as one SVG path, including the quiet zone. One unit is one module of the barcode. */
export type Barcode = { width: number; height: number; path: string };
