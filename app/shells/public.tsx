import { Outlet } from "react-router";
import { LockWatch } from "../company/site-lock/lock-watch.tsx";
import { PublicFrame } from "./public-frame.tsx";
import { useRootData } from "./root-data.ts";

export default function PublicShell() {
  const { session, year, hubs } = useRootData();
  return (
    <PublicFrame session={session ?? null} year={year} hubs={hubs === true}>
      <LockWatch />
      <Outlet />
    </PublicFrame>
  );
}
