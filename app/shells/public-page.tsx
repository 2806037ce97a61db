import type { ReactNode } from "react";
import { LockWatch } from "../company/site-lock/lock-watch.tsx";
import { PublicFrame } from "./public-frame.tsx";
import { useRootData } from "./root-data.ts";

/**
 * Draws the public header and footer around a page. Used instead of a layout route, because React Router passes no
 * `children` to a route's component.
 */
export function PublicPage({ children }: { children: ReactNode }) {
  const { session, year, hubs } = useRootData();
  return (
    <PublicFrame session={session ?? null} year={year} hubs={hubs === true}>
      <LockWatch />
      {children}
    </PublicFrame>
  );
}
