import { useRouteLoaderData } from "react-router";
import type { DemoDoor } from "../domain/demo-doors.ts";
import type { Toast } from "../ui/toast.tsx";

/**
 * The data that root.tsx loads for every page. Default values are left out to save bytes, because each page contains
 * this data for the browser's scripts.
 */
export type RootData = {
  origin: string;
  year: number;
  /** The signed-in person. */
  session?:
    | { firstName: string | null; email: string; name: string; store: boolean; staff: boolean }
    | undefined;
  toast?: Toast | undefined;
  /** KEEP-1: the values of a form that was sent after the session had ended. */
  kept?: Readonly<Record<string, string>> | undefined;
  /** KEEP-4: the key that seals the signed-in person's drafts in this browser. */
  draftKey?: string | undefined;
  /** The owner of the drafts and the send queue in this browser: an id that the server derives from the person. */
  owner: string;
  /** True if there is an active hub. */
  hubs?: true | undefined;
  /** The company's facts, packed into one text (platform/company/packed.ts). */
  company: string;
  /** The time at which the server loaded this data, in milliseconds. A live stream reports later changes. */
  loadedAt: number;
  /** True if the service worker requested this page to cache it. */
  stored?: true | undefined;
  /** True if this browser has cached the style's file (site-style.ts). */
  styleCached?: true | undefined;
  /** True for a page without scripts and fonts: the browser saves data, or the page is a receiver's. */
  lean?: true | undefined;
  pictures?: false | undefined;
  /** The person of the demo that this browser is (DEMO-2). */
  demo?: DemoDoor | undefined;
};

/** The data of root.tsx, for every component below. Throws if the data is missing. */
export function useRootData(): RootData {
  const root = useOptionalRootData();
  if (!root) throw new Error("root.tsx has no data");
  return root;
}

/** The data of root.tsx; undefined if it failed to load, as it may on error pages. */
export function useOptionalRootData(): RootData | undefined {
  return useRouteLoaderData("root") as RootData | undefined;
}
