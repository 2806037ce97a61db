import { Outlet } from "react-router";
import { PublicPage } from "./public-page.tsx";

/** Draws the layout of the public pages. */
export default function PublicShell() {
  return (
    <PublicPage>
      <Outlet />
    </PublicPage>
  );
}
