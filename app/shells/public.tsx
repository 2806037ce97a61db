import { Outlet, useRouteLoaderData } from "react-router";
import type { RootData } from "../root.tsx";
import { LockWatch } from "../site-lock/lock-watch.tsx";
import { PublicFrame } from "./public-frame.tsx";

export default function PublicShell() {
  const root = useRouteLoaderData("root") as RootData;
  return (
    <PublicFrame session={root.session} year={root.year}>
      <LockWatch />
      <Outlet />
    </PublicFrame>
  );
}
