/**
 * STAFF-17: the page for staff who may not open a screen. The page has no frame, because every page loads this file and
 * a frame would make the file large.
 */
import { Link, useLocation } from "react-router";
import type { RestrictedData } from "../access/restricted.ts";
import { useCompany } from "../platform/company/use-company.ts";

export function RestrictedPage({ name }: RestrictedData) {
  const { shortName } = useCompany();
  const logs = useLocation().pathname.startsWith("/admin/activity-logs");
  const title = logs ? "Access Denied" : "Access Restricted";
  return (
    <main id="main" className="mx-auto grid min-h-dvh w-full max-w-prose content-center px-4 py-10">
      <title>{`${title} · ${shortName} back office`}</title>
      <h1 tabIndex={-1} className="font-display text-3xl font-extrabold">
        {title}
      </h1>
      <p className="mt-2">
        {logs
          ? "Only administrators can access the activity logs."
          : "Only administrators can access this page."}
      </p>
      <p className="mt-2 text-muted">You are signed in as {name}. Ask a super admin to open it for you.</p>
      <p className="mt-4">
        <Link
          to="/admin"
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          Back to the dashboard
        </Link>
      </p>
    </main>
  );
}
