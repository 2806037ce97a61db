/** A picture of a store or a product; a drawing where there is none. */
import { pictureSources } from "../../platform/files/picture-url.ts";
import { usePictures } from "../../ui/pictures.ts";

type Props = {
  imageKey: string | null;
  sizes: string;
  of?: "store" | "product";
  eager?: boolean;
  className?: string;
};

/**
 * Of the box around a picture: what is far below is not drawn, and so not fetched. `loading=lazy` alone fetches what is within
 * 2,500 px, on a phone a whole list.
 */
export const NEAR_ONLY = "aspect-[3/2] [content-visibility:auto]";

/** The name is beside it, so the picture has an empty alternative text. Always 3:2: nothing moves when it loads. */
export function StorePicture({ imageKey, sizes, of = "product", eager = false, className = "" }: Props) {
  const pictures = usePictures();
  if (!imageKey || !pictures) return <NoPicture of={of} className={className} />;
  return (
    <img
      {...pictureSources(imageKey)}
      sizes={sizes}
      alt=""
      width={960}
      height={640}
      loading={eager ? "eager" : "lazy"}
      decoding="async"
      className={`block aspect-[3/2] w-full bg-card object-cover ${className}`}
    />
  );
}

const PARCEL = ["M30 20l18-7 18 7v25l-18 7-18-7z", "M30 20l18 7 18-7M48 27v25M39 16.5l18 7"];
const STALL = [
  "M22 26v25M74 26v25M18 42h60v9H18zM20 12h56",
  "M22 12h13l1 14q-8 8-16 0zM35 12h13v14q-6 8-12 0zM48 12h13l-1 14q-6 8-12 0zM61 12h13l2 14q-8 8-16 0z",
];

function NoPicture({ of, className }: { of: "store" | "product"; className: string }) {
  return (
    <svg
      viewBox="0 0 96 64"
      aria-hidden
      className={`block aspect-[3/2] w-full bg-card text-line ${className}`}
    >
      <path d="M0 55h96" stroke="currentColor" strokeWidth="2" strokeDasharray="6 4" />
      {(of === "store" ? STALL : PARCEL).map((d) => (
        <path
          key={d}
          d={d}
          fill="none"
          stroke="currentColor"
          strokeWidth="2.5"
          strokeLinejoin="round"
          strokeLinecap="round"
        />
      ))}
    </svg>
  );
}
