/** A picture of a store or a product in its own shape; a drawn parcel where there is none. */
import { pictureSources } from "../files/picture-url.ts";
import { usePictures } from "../ui/pictures.ts";

type Props = { imageKey: string | null; sizes: string; eager?: boolean; className?: string };

/** The name stands beside it, so the picture itself says nothing to a screen reader. Always 3:2: nothing moves when it arrives. */
export function StorePicture({ imageKey, sizes, eager = false, className = "" }: Props) {
  const pictures = usePictures();
  if (!imageKey || !pictures) return <NoPicture className={className} />;
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

function NoPicture({ className }: { className: string }) {
  return (
    <svg
      viewBox="0 0 96 64"
      aria-hidden
      className={`block aspect-[3/2] w-full bg-card text-line ${className}`}
    >
      <path d="M0 54h96" stroke="currentColor" strokeWidth="2" strokeDasharray="6 4" />
      <path
        d="M30 20l18-7 18 7v25l-18 7-18-7z"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinejoin="round"
      />
      <path
        d="M30 20l18 7 18-7M48 27v25M39 16.5l18 7"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinejoin="round"
      />
    </svg>
  );
}
