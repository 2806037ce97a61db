/** STAFF-29: the frame of the back office, with the menu for the person's role and the keyboard shortcuts. */
import { lazy, Suspense, useSyncExternalStore, type ComponentType, type ReactNode } from "react";
import {
  Banknote,
  Building2,
  ClipboardList,
  LayoutDashboard,
  Mail,
  Package,
  ScanLine,
  Truck,
  Users,
  type LucideIcon,
} from "lucide-react";
import { useLocation } from "react-router";
import { inMenu, STAFF_MENU, WAITING, type MenuGroup, type Waiting } from "../access/staff-pages.ts";
import { ADMIN_ROLE_LABELS, type AdminRole } from "../domain/admin-roles.ts";
import type { Place } from "./command-palette.tsx";
import { useRememberedFilters } from "./remembered-filters.ts";
import { PersonMenu } from "./person-menu.tsx";
import { SideFrame, type Entry } from "./side-frame.tsx";
import { SignOutButton } from "./sign-out-button.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { useCompany } from "../platform/company/use-company.ts";

// If the script of the shortcuts fails to load, the page works without shortcuts.
const Shortcuts = lazy<ComponentType<{ places: readonly Place[] }>>(() =>
  import("./shortcuts.tsx").then(
    (all) => ({ default: all.Shortcuts }),
    () => ({ default: () => null }),
  ),
);
const never = () => () => {};

const GROUPS: Record<MenuGroup, LucideIcon> = {
  Work: ClipboardList,
  Road: Truck,
  Money: Banknote,
  People: Users,
  Company: Building2,
};

/** The pages that a phone shows in the bar at the bottom, with short labels. */
const BAR: Record<string, { short: string; icon: LucideIcon }> = {
  "/admin": { short: "Dashboard", icon: LayoutDashboard },
  "/admin/bookings": { short: "Bookings", icon: Package },
  "/admin/contacts": { short: "Messages", icon: Mail },
  "/admin/scan": { short: "Scan", icon: ScanLine },
};

type Props = {
  name: string;
  role: AdminRole;
  waiting: Waiting;
  locked: boolean;
  hasHub: boolean;
  children: ReactNode;
};

export function AdminFrame({ name, role, waiting, locked, hasHub, children }: Props) {
  const places = STAFF_MENU.filter((entry) => inMenu(role, entry, hasHub));
  const filters = useRememberedFilters();
  const { pathname } = useLocation();
  const { shortName } = useCompany();
  const ready = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const entries = places.map(({ to, label, end, group, waits }) => ({
    to: to + (pathname === to ? "" : (filters[to] ?? "")),
    label,
    group,
    ...(end && { end }),
    ...BAR[to],
    after: waits && <Count n={waiting[waits]} of={WAITING[waits]} />,
  }));
  const inGroup = (wanted: MenuGroup | null): Entry[] => entries.filter(({ group }) => group === wanted);
  const sumOf = (some: typeof places) =>
    some.reduce((sum, { waits }) => sum + ((waits && waiting[waits]) ?? 0), 0);
  return (
    <SideFrame
      name={`${shortName} back office`}
      home="/admin"
      label="Back office"
      groups={(Object.keys(GROUPS) as MenuGroup[]).map((group) => ({
        name: group,
        icon: GROUPS[group],
        entries: inGroup(group),
      }))}
      alsoWaiting={<Count n={sumOf(places.filter(({ to }) => !BAR[to]))} of="waiting" />}
      foot={(onPhone) => (
        <PersonMenu
          name={name}
          role={ADMIN_ROLE_LABELS[role]}
          entries={inGroup(null)}
          signOut={<SignOutButton action="/admin/logout" label="Log Out" busyLabel="Logging out..." />}
          open={onPhone}
        />
      )}
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

const MOST_SHOWN = 999;

function Count({ n = 0, of }: { n: number | undefined; of: string }) {
  if (n === 0) return null;
  return (
    <span className="ml-auto text-sm font-bold text-danfo tabular-nums">
      {n > MOST_SHOWN ? `${MOST_SHOWN}+` : n}
      <span className="sr-only"> {of}</span>
    </span>
  );
}
