import { Outlet, useRouteLoaderData } from "react-router";
import { LockWatch } from "../site-lock/lock-watch.tsx";
import { PublicFrame } from "./public-frame.tsx";
import type { RootData } from "./root-data.ts";

export default function PublicShell() {
  const root = useRouteLoaderData("root") as RootData;
  return (
    <PublicFrame session={root.session} year={root.year}>
      <LockWatch />
      <Outlet />
    </PublicFrame>
  );
}
