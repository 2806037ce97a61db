/**
 * Draws a black barcode on a transparent ground. A linear barcode is stretched to fill its box, because only the
 * widths of its bars matter.
 */
import type { CSSProperties } from "react";
import type { Barcode } from "./barcode.ts";

export function BarcodeSvg({
  barcode,
  name,
  style,
}: {
  barcode: Barcode;
  name: string;
  style: CSSProperties;
}) {
  return (
    <svg
      role="img"
      aria-label={name}
      viewBox={`0 0 ${barcode.width} ${barcode.height}`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      style={style}
    >
      <path d={barcode.path} fill="#000" />
    </svg>
  );
}
