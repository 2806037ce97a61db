/** The picture of a store or product, or a coloured tile with the first letter of its name. */
import { pictureSources } from "../../platform/files/picture-url.ts";

type Props = {
  imageKey: string | null;
  name: string;
  sizes: string;
  eager?: boolean;
  /** False if the page shows no pictures, to save data. The first letter is then shown instead. */
  pictures: boolean;
  /** Classes that set a size or an aspect ratio, so that nothing moves when the picture loads. */
  className: string;
};

/** When the picture of a card in a list loads: with the page, when it is near the screen, or once the page is scrolled. */
export type Loading = "now" | "near" | "later";

/**
 * Returns when the card at `place` of a list loads its picture. The first `now` cards get `now`, the next `near` cards
 * get `near`, all others `later`.
 */
export function loadingAt(place: number, { now, near }: { now: number; near: number }): Loading {
  if (place < now) return "now";
  return place < now + near ? "near" : "later";
}

/**
 * The classes of the box around the picture of a card. With `content-visibility`, the browser does not draw boxes far
 * below the screen, and does not fetch their pictures. `loading=lazy` alone would fetch all pictures within 2,500 px
 * below the screen. On a phone, that is a whole list.
 */
export const PICTURE_BOX: Record<Loading, string> = {
  now: "",
  near: "[content-visibility:auto]",
  later: "[content-visibility:auto] max-lg:after-scroll",
};

/** Draws a picture with an empty alternative text, because the name is always shown beside the picture. */
export function StorePicture({ imageKey, name, sizes, eager = false, pictures, className }: Props) {
  if (!imageKey || !pictures) return <Letter name={name} className={className} />;
  return (
    <img
      {...pictureSources(imageKey)}
      sizes={sizes}
      alt=""
      loading={eager ? "eager" : "lazy"}
      decoding="async"
      className={`block w-full bg-card object-cover ${className}`}
    />
  );
}

const COLOURS = ["bg-danfo text-black", "bg-go text-paper", "bg-sky text-paper", "bg-stop text-on-stop"];

function Letter({ name, className }: { name: string; className: string }) {
  const point = name.trim().codePointAt(0) ?? 0;
  return (
    <span
      aria-hidden
      className={`grid w-full place-items-center font-display text-5xl font-extrabold ${COLOURS[point % COLOURS.length]} ${className}`}
    >
      {String.fromCodePoint(point).toUpperCase()}
    </span>
  );
}
