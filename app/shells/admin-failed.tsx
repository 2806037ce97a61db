/** Draws a back-office screen whose data failed to load: an error in the frame, and a link to try again. */
import { isRouteErrorResponse, useLocation, useRevalidator } from "react-router";
import { Button } from "../ui/button.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { FailedState } from "../ui/states.tsx";

const FAILED: Record<string, string> = {
  "/admin": "Failed to load dashboard data.",
  "/admin/bookings": "Failed to load bookings.",
  "/admin/customers": "Failed to load customer data.",
  "/admin/contacts": "Failed to load contact submissions.",
  "/admin/settings": "Failed to load admin users.",
  "/admin/activity-logs": "Failed to load activity logs",
  "/admin/system": "Failed to load the state of the system.",
  "/admin/site-lock": "Failed to load site lock configuration",
};

export function AdminFailed({ error }: { error: unknown }) {
  const { pathname, search } = useLocation();
  const { revalidate, state } = useRevalidator();
  // If the screen's loader has set a message for this error, the message is shown. Otherwise the screen's default
  // message is shown.
  const message = isRouteErrorResponse(error) && typeof error.data === "string" ? error.data : null;
  const refused = isRouteErrorResponse(error) && error.status < 500;
  const text = refused ? message : null;
  const filtering = pathname === "/admin/activity-logs" && search !== "";
  return (
    <>
      <PageHead title={refused && error.status === 404 ? "Not found" : "Error"} />
      <div className="mt-6">
        <FailedState
          title={
            message ||
            (filtering ? "Failed to apply filters" : FAILED[pathname]) ||
            "We could not load this page."
          }
          text={text ? undefined : "Nothing was changed. Wait a few seconds and try again."}
          action={
            text ? undefined : (
              <Button busy={state !== "idle"} busyLabel="Trying..." onClick={() => void revalidate()}>
                Try again
              </Button>
            )
          }
        />
      </div>
    </>
  );
}
