/** The back office: its guard and its frame. */
import { Outlet, useLoaderData } from "react-router";
import type { Route } from "./+types/admin";
import { asAdmin } from "../accounts/actor.server.ts";
import { staffOnly } from "../accounts/guards.server.ts";
import { viewerContext } from "../context.ts";
import { AdminFrame } from "./admin-frame.tsx";

export const middleware: Route.MiddlewareFunction[] = [staffOnly];

export function loader({ context }: Route.LoaderArgs) {
  const admin = asAdmin(context.get(viewerContext))!;
  return { name: admin.person.fullName ?? admin.person.email, role: admin.role };
}

export type AdminShellData = ReturnType<typeof loader>;

export const meta: Route.MetaFunction = () => [
  { title: "Back office · Ona Delivery" },
  { name: "robots", content: "noindex" },
];

export default function AdminShell() {
  const { name, role } = useLoaderData<typeof loader>();
  return (
    <AdminFrame name={name} role={role}>
      <Outlet />
    </AdminFrame>
  );
}
