import { useRouteLoaderData } from "react-router";
import type { Toast } from "../ui/toast.tsx";

/**
 * The data that root.tsx loads for every page. Default values are left out, because each page carries the data for the
 * browser.
 */
export type RootData = {
  origin: string;
  year: number;
  /** The signed-in person. */
  session?:
    | { firstName: string | null; email: string; name: string; store: boolean; staff: boolean }
    | undefined;
  toast?: Toast | undefined;
  /** The owner of this browser's drafts and send queue: an id that the server derives. */
  owner: string;
  /** True if there is an active hub. */
  hubs?: true | undefined;
  /** Its facts, in one text (platform/company/packed.ts). */
  company: string;
  /** The time at which the server loaded it, in milliseconds. A live stream reports later changes. */
  loadedAt: number;
  /** True if the service worker requested this page to cache it. */
  stored?: true | undefined;
  /** True if this browser has cached the style's file (site-style.ts). */
  styleCached?: true | undefined;
  /** Save-Data: no scripts, no fonts. */
  lean?: true | undefined;
  pictures?: false | undefined;
};

/** The data of every page, for everything below root.tsx. Throws without it. */
export function useRootData(): RootData {
  const root = useOptionalRootData();
  if (!root) throw new Error("root.tsx has no data");
  return root;
}

/** As `useRootData`, for error pages: undefined if the root itself failed to load. */
export function useOptionalRootData(): RootData | undefined {
  return useRouteLoaderData("root") as RootData | undefined;
}
