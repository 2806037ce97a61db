import { useRouteLoaderData } from "react-router";
import type { DemoDoor } from "../domain/demo-doors.ts";
import type { Toast } from "../ui/toast.tsx";

/**
 * The data that root.tsx loads for every page. Properties with their default value are left out, which makes every page
 * smaller.
 */
export type RootData = {
  origin: string;
  year: number;
  session?:
    | { firstName: string | null; email: string; name: string; store: boolean; staff: boolean }
    | undefined;
  toast?: Toast | undefined;
  /** KEEP-1: the values of a form that was sent after the session had ended. */
  kept?: Readonly<Record<string, string>> | undefined;
  /** KEEP-4: the key that seals the signed-in person's drafts in this browser. */
  draftKey?: string | undefined;
  /**
   * The owner of the drafts and the send queue that this browser may use: an id that the server derives from the
   * person.
   */
  owner: string;
  hubs?: true | undefined;
  /** The company's facts as one text (platform/company/packed.ts). */
  company: string;
  /**
   * The time when this data was loaded, in ms by the server's clock. A live stream reports the changes since then.
   */
  loadedAt: number;
  /** True if the service worker requested this page for its cache. */
  stored?: true | undefined;
  /** True if this browser has cached the file of the style (site-style.ts). */
  styleCached?: true | undefined;
  /** True for a page without scripts and fonts: with Save-Data, or for a receiver. */
  lean?: true | undefined;
  pictures?: false | undefined;
  /** DEMO-2: the demo person as whom this browser is signed in. */
  demo?: DemoDoor | undefined;
};

/** Returns the data of root.tsx. Throws if the data is missing. */
export function useRootData(): RootData {
  const root = useOptionalRootData();
  if (!root) throw new Error("root.tsx has no data");
  return root;
}

/** Returns the data of root.tsx. Undefined if it failed to load, for example on some error pages. */
export function useOptionalRootData(): RootData | undefined {
  return useRouteLoaderData("root") as RootData | undefined;
}
