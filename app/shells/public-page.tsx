import type { ReactNode } from "react";
import { LockWatch } from "../company/site-lock/lock-watch.tsx";
import { PublicFrame } from "./public-frame.tsx";
import { useRootData } from "./root-data.ts";

/**
 * The public frame around a page. It is not in a file of a route, because React Router passes no `children` to the default
 * export of one.
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
