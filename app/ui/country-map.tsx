import { usePictures } from "./pictures.ts";

/** The 36 states and the FCT as a background of a drawing; without pictures, only the drawing. */
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
