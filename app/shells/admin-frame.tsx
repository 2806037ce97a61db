/** The frame of the back office: its menu for this role, and the keys of its shortcuts. */
import { lazy, Suspense, useSyncExternalStore, type FormEvent, type ReactNode } from "react";
import { useFetcher, useLocation } from "react-router";
import { UNEXPECTED } from "../accounts/account-words.ts";
import { ADMIN_ROLE_LABELS, type AdminRole } from "../accounts/roles.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { showToast } from "../ui/toast.tsx";
import { useRememberedFilters } from "./remembered-filters.ts";
import { SideFrame } from "./side-frame.tsx";

// Fetched by the browser once it runs: the error page of every screen may draw this frame, so all carry what it imports.
const Shortcuts = lazy(() => import("./shortcuts.tsx").then((all) => ({ default: all.Shortcuts })));
const never = () => () => {};

/** spec.md 2, in its order. */
const ENTRIES: { to: string; label: string; end?: boolean; superOnly?: boolean }[] = [
  { to: "/admin", label: "Dashboard", end: true },
  { to: "/admin/bookings", label: "Bookings" },
  { to: "/admin/customers", label: "Customers" },
  { to: "/admin/contacts", label: "Contact Messages" },
  { to: "/admin/settings", label: "Admin Management", superOnly: true },
  { to: "/admin/activity-logs", label: "Activity Logs", superOnly: true },
  { to: "/admin/personal-settings", label: "Personal Settings" },
  { to: "/admin/site-lock", label: "Site Lock" },
];

type Props = { name: string; role: AdminRole; unread: number; children: ReactNode };

export function AdminFrame({ name, role, unread, children }: Props) {
  const places = ENTRIES.filter((entry) => !entry.superOnly || role === "super_admin");
  const filters = useRememberedFilters();
  const { pathname } = useLocation();
  const ready = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const entries = places.map(({ to, label, end }) => ({
    to: to + (pathname === to ? "" : (filters[to] ?? "")),
    label,
    ...(end && { end }),
    after: to === "/admin/contacts" && unread > 0 && (
      <Badge>
        {unread}
        <span className="sr-only"> unread</span>
      </Badge>
    ),
  }));
  return (
    <SideFrame
      name="Ona back office"
      home="/admin"
      label="Back office"
      entries={entries}
      foot={
        <>
          <p className="font-semibold">{name}</p>
          <p className="text-sm text-dust">{ADMIN_ROLE_LABELS[role]}</p>
          <LogOut />
        </>
      }
    >
      {children}
      {ready && (
        <Suspense>
          <Shortcuts places={places} />
        </Suspense>
      )}
    </SideFrame>
  );
}

function LogOut() {
  const fetcher = useFetcher();
  const busy = fetcher.state !== "idle";
  /** Without a line the page stays as it is, and the person signed in. */
  const leave = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const line = await fetch("/healthz", { method: "HEAD", cache: "no-store" }).catch(() => null);
    if (line) await fetcher.submit(form);
    else showToast({ tone: "bad", title: "Logout Error", text: UNEXPECTED });
  };
  return (
    <fetcher.Form
      method="post"
      action="/admin/logout"
      className="mt-3"
      onSubmit={(event) => void leave(event)}
    >
      <Button type="submit" variant="secondary" busy={busy} busyLabel="Logging out...">
        Log Out
      </Button>
    </fetcher.Form>
  );
}
