import type { ReactNode } from "react";
import { Outlet } from "react-router";
import { LockWatch } from "../company/site-lock/lock-watch.tsx";
import { PublicFrame } from "./public-frame.tsx";
import { useRootData } from "./root-data.ts";

/** The public frame around a page. `children` replace the page, and contain its outlet. */
export default function PublicShell({ children }: { children?: ReactNode }) {
  const { session, year, hubs } = useRootData();
  return (
    <PublicFrame session={session ?? null} year={year} hubs={hubs === true}>
      <LockWatch />
      {children ?? <Outlet />}
    </PublicFrame>
  );
}
