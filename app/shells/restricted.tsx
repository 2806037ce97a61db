/** STAFF-17: the page for staff who may not open a screen. */
import { Link, useLocation } from "react-router";
import type { RestrictedData } from "../access/restricted.ts";
import { officeStyle } from "../ui/office-style.ts";
import { AdminFrame } from "./admin-frame.tsx";

function Restricted() {
  const logs = useLocation().pathname.startsWith("/admin/activity-logs");
  const title = logs ? "Access Denied" : "Access Restricted";
  return (
    <section className="max-w-prose border-l-8 border-stop bg-card px-5 py-6">
      <title>{`${title} · Ona back office`}</title>
      <h1 tabIndex={-1} className="font-display text-3xl font-extrabold">
        {title}
      </h1>
      <p className="mt-2">
        {logs
          ? "Only administrators can access the activity logs."
          : "Only administrators can access this page."}
      </p>
      <p className="mt-4">
        <Link
          to="/admin"
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          Back to the dashboard
        </Link>
      </p>
    </section>
  );
}

/** In place of a route that would bring the frame's style. */
export function RestrictedPage({ name, role }: RestrictedData) {
  return (
    <>
      {officeStyle().map((link) => (
        // Without a precedence, which would put it before the site's style.
        <link key={link.href} {...link} />
      ))}
      <AdminFrame name={name} role={role} unread={0} locked={false}>
        <Restricted />
      </AdminFrame>
    </>
  );
}
