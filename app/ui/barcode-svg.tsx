/**
 * Draws a black barcode on a transparent background. A linear barcode is stretched to fill its box, because its height
 * has no meaning.
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
