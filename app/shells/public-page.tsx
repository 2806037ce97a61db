import type { ReactNode } from "react";
import { LockWatch } from "../company/site-lock/lock-watch.tsx";
import { PublicFrame } from "./public-frame.tsx";
import { useRootData } from "./root-data.ts";

/** Draws the public frame around a page. React Router gives a route's own component no `children`. */
export function PublicPage({ children }: { children: ReactNode }) {
  const { session, year, hubs } = useRootData();
  return (
    <PublicFrame session={session ?? null} year={year} hubs={hubs === true}>
      <LockWatch />
      {children}
    </PublicFrame>
  );
}
