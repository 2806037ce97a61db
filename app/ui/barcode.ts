/** A barcode as one SVG path; a unit is a module of the barcode. The quiet zone is included. */
export type Barcode = { width: number; height: number; path: string };
