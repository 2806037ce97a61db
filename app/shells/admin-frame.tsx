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
<<<<<<< HEAD
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
          <p className="font-semibold break-words">{name}</p>
          <p className="text-sm text-dust">{ADMIN_ROLE_LABELS[role]}</p>
          <LogOut />
        </>
      }
    >
      {children}
=======
  const menu = (
    <>
      <nav aria-label="Back office" className="grid gap-1">
        {entries.map((entry) => (
          <NavLink
            key={entry.to}
            to={entry.to + (pathname === entry.to ? "" : (filters[entry.to] ?? ""))}
            end={entry.end ?? false}
            prefetch="intent"
            className="flex min-h-11 items-center px-3 font-semibold hover:bg-kerb aria-[current=page]:bg-danfo aria-[current=page]:text-black"
          >
            {entry.label}
            {entry.to === "/admin/contacts" && unread > 0 && (
              <Badge className="ml-2">
                {unread}
                <span className="sr-only"> unread</span>
              </Badge>
            )}
          </NavLink>
        ))}
      </nav>
      <div className="mt-6 border-t-2 border-dashed border-kerb pt-4">
        <p className="px-3 font-semibold">{name}</p>
        <p className="px-3 text-sm text-[#b9ae98]">{ADMIN_ROLE_LABELS[role]}</p>
        <LogOut />
      </div>
    </>
  );
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_1fr] print:block!">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:bg-danfo focus:p-3 focus:text-black"
      >
        Skip to content
      </a>
      <aside className="hidden border-r-2 border-kerb bg-road px-3 py-5 text-chalk print:hidden! lg:sticky lg:top-0 lg:block lg:h-dvh lg:overflow-y-auto">
        <Link to="/admin" className="mb-5 flex items-center gap-3 px-3 font-display text-lg font-extrabold">
          <Mark className="size-9" />
          Ona back office
        </Link>
        {menu}
      </aside>
      <details className="border-b-4 border-danfo bg-road text-chalk lg:hidden print:hidden!">
        <summary className="flex min-h-14 cursor-pointer flex-wrap items-center justify-between gap-x-4 px-4 py-2 font-display text-lg font-extrabold">
          <span className="flex items-center gap-3">
            <Mark className="size-8" />
            Ona back office
          </span>
          <span className="font-sans text-base font-semibold underline underline-offset-4">Menu</span>
        </summary>
        <div className="px-3 pb-6">{menu}</div>
      </details>
      <main id="main" className="min-w-0 px-4 py-6 lg:px-8">
        {children}
      </main>
>>>>>>> feca9b4 (Look at every screen in every state: axe, 320 px, text twice as large, and the back office by keyboard alone)
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
