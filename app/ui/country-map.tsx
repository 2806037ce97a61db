import { usePictures } from "./pictures.ts";

/** Draws the 36 states and the FCT as a background. A page without pictures lacks this background. */
export function CountryMap() {
  if (!usePictures()) return null;
  return (
    <img
      src="/map-nigeria.svg"
      alt=""
      width={744}
      height={600}
      loading="lazy"
      className="absolute inset-0 size-full"
    />
  );
}
