/** The frame of the back office: its menu for this role, and its keyboard shortcuts. */
import { lazy, Suspense, useSyncExternalStore, type ComponentType, type ReactNode } from "react";
import { useLocation } from "react-router";
import { opens, STAFF_MENU } from "../access/staff-pages.ts";
import { ADMIN_ROLE_LABELS, type AdminRole } from "../domain/admin-roles.ts";
import { Badge } from "../ui/badge.tsx";
import type { Place } from "./command-palette.tsx";
import { useRememberedFilters } from "./remembered-filters.ts";
import { SideFrame } from "./side-frame.tsx";
import { SignOutButton } from "./sign-out-button.tsx";
import { TextLink } from "../ui/text-link.tsx";

// Loaded by the browser once the page runs: the error page of every screen may render this frame, so all pages carry
// its imports. Where the network fails just then, the page works without them.
const Shortcuts = lazy<ComponentType<{ places: readonly Place[] }>>(() =>
  import("./shortcuts.tsx").then(
    (all) => ({ default: all.Shortcuts }),
    () => ({ default: () => null }),
  ),
);
const never = () => () => {};

type Props = { name: string; role: AdminRole; unread: number; locked: boolean; children: ReactNode };

export function AdminFrame({ name, role, unread, locked, children }: Props) {
  const places = STAFF_MENU.filter(({ to }) => opens(role, to));
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
          <SignOutButton action="/admin/logout" label="Log Out" busyLabel="Logging out..." />
        </>
      }
    >
      {locked && (
        <p className="mb-5 flex flex-wrap items-center gap-x-4 border-l-8 border-stop bg-card px-4 py-2 font-semibold print:hidden">
          The site is locked. Only people with the password can book or track.
          <TextLink to="/admin/site-lock">Site Lock</TextLink>
        </p>
      )}
      {children}
      {ready && (
        <Suspense>
          <Shortcuts places={places} />
        </Suspense>
      )}
    </SideFrame>
  );
}
