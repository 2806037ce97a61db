/** WEB-8: the notice above a public page if the browser sends Save-Data. A link in it loads the page's pictures. */
import { useLocation } from "react-router";
import { useOptionalRootData } from "./root-data.ts";

export function SaveDataBar() {
  const root = useOptionalRootData();
  const { pathname, search } = useLocation();
  if (!root || root.pictures !== false) return null;
  const asked = new URLSearchParams(search);
  asked.set("pictures", "on");
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-3 bg-card px-4 text-sm">
      Data saving is on: pages come without pictures.
      <a
        href={`${pathname}?${asked}`}
        className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
      >
        Show pictures
      </a>
    </p>
  );
}
