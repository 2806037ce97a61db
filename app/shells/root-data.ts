import { useRouteLoaderData } from "react-router";
import type { Toast } from "../ui/toast.tsx";

/** What root.tsx loads for every page. What is as usual is left out: each page carries it for the browser. */
export type RootData = {
  origin: string;
  year: number;
  /** The signed-in person. */
  session?:
    { firstName: string | null; email: string; name: string; store: boolean; staff: boolean } | undefined;
  toast?: Toast | undefined;
  /** The owner of this browser's drafts and send queue: an id that the server derives. */
  owner: string;
  /** Whether there is an active hub. */
  hubs?: true | undefined;
  /** Its facts, in one text (platform/company/packed.ts). */
  company: string;
  /** When the server loaded it, in milliseconds: a live stream reports what changed after. */
  loadedAt: number;
  /** Whether the service worker requested this page to cache it. */
  stored?: true | undefined;
  /** Whether this browser has the style's file (site-style.ts). */
  styleCached?: true | undefined;
  /** Save-Data: no scripts, no fonts. */
  lean?: true | undefined;
  pictures?: false | undefined;
};

/** The data of every page. For everything below root.tsx: without it there is no such page. */
export function useRootData(): RootData {
  const root = useOptionalRootData();
  if (!root) throw new Error("root.tsx has no data");
  return root;
}

/** The same for error pages; undefined where the root itself could not be loaded. */
export function useOptionalRootData(): RootData | undefined {
  return useRouteLoaderData("root") as RootData | undefined;
}
