import { Outlet } from "react-router";
import { LockWatch } from "../site-lock/lock-watch.tsx";
import { PublicFrame } from "./public-frame.tsx";
import { useRootData } from "./root-data.ts";

export default function PublicShell() {
  const root = useRootData();
  return (
    <PublicFrame session={root?.session ?? null} year={root?.year ?? new Date().getFullYear()}>
      <LockWatch />
      <Outlet />
    </PublicFrame>
  );
}
