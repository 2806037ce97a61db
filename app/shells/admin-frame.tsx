/** STAFF-29: the frame of the back office, with the menu for the person's role and the keyboard shortcuts. */
import { lazy, Suspense, useSyncExternalStore, type ComponentType, type ReactNode } from "react";
import {
  Banknote,
  Building2,
  LayoutDashboard,
  Lock,
  Mail,
  Package,
  ScanLine,
  ScrollText,
  Store,
  TriangleAlert,
  Truck,
  UserCog,
  Users,
  Warehouse,
  type LucideIcon,
} from "lucide-react";
import { useLocation } from "react-router";
import {
  entryOf,
  menuOf,
  PERSON_PAGES,
  tabOf,
  WAITING,
  type MenuEntry,
  type MenuPage,
  type WaitingCounts,
} from "../access/staff-pages.ts";
import { ADMIN_ROLE_LABELS, type AdminRole } from "../domain/admin-roles.ts";
import type { PaletteLink } from "./command-palette.tsx";
import { useRememberedFilters } from "./remembered-filters.ts";
import { PersonMenu } from "./person-menu.tsx";
import { SideFrame, type FrameEntry } from "./side-frame.tsx";
import { SignOutButton } from "./sign-out-button.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { useCompany } from "../platform/company/use-company.ts";

// If this script fails to load, the page works without shortcuts.
const Shortcuts = lazy<ComponentType<{ places: readonly PaletteLink[] }>>(() =>
  import("./shortcuts.tsx").then(
    (all) => ({ default: all.Shortcuts }),
    () => ({ default: () => null }),
  ),
);
const never = () => () => {};

/** The icon and the short label (for a phone's bar) of each entry, by the URL of the entry's first page. */
const LOOKS: Record<string, { short?: string; icon: LucideIcon }> = {
  "/admin": { short: "Dashboard", icon: LayoutDashboard },
  "/admin/bookings": { short: "Bookings", icon: Package },
  "/admin/contacts": { short: "Messages", icon: Mail },
  "/admin/runs": { icon: Truck },
  "/admin/scan": { short: "Scan", icon: ScanLine },
  "/admin/exceptions": { icon: TriangleAlert },
  "/admin/hubs": { icon: Warehouse },
  "/admin/payments": { icon: Banknote },
  "/admin/cash": { icon: Banknote },
  "/admin/customers": { icon: Users },
  "/admin/businesses": { icon: Users },
  "/admin/stores": { icon: Store },
  "/admin/settings": { icon: UserCog },
  "/admin/company": { icon: Building2 },
  "/admin/prices": { icon: Building2 },
  "/admin/activity-logs": { icon: ScrollText },
  "/admin/site-lock": { icon: Lock },
};

type Props = {
  name: string;
  role: AdminRole;
  waiting: WaitingCounts;
  locked: boolean;
  hasHub: boolean;
  children: ReactNode;
};

export function AdminFrame({ name, role, waiting, locked, hasHub, children }: Props) {
  const menu = menuOf(role, hasHub);
  const pages = [...menu.flatMap((entry) => entry.pages), ...PERSON_PAGES];
  const filters = useRememberedFilters();
  const { pathname } = useLocation();
  const { shortName } = useCompany();
  const ready = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const open = entryOf(menu, pathname);
  const address = (to: string) => to + (pathname === to ? "" : (filters[to] ?? ""));
  const entries = menu.map((entry): FrameEntry => {
    const { to } = entry.pages[0]!;
    return {
      to: address(to),
      label: entry.label,
      current: entry === open,
      ...LOOKS[to],
      after: <Count {...waitingIn(entry.pages, waiting)} />,
    };
  });
  const notInBar = menu.filter((entry) => !LOOKS[entry.pages[0]!.to]?.short).flatMap((entry) => entry.pages);
  return (
    <SideFrame
      name={`${shortName} back office`}
      home="/admin"
      label="Back office"
      groups={[{ entries }]}
      alsoWaiting={<Count n={waitingIn(notInBar, waiting).n} of="waiting" />}
      foot={(onPhone) => (
        <PersonMenu
          name={name}
          role={ADMIN_ROLE_LABELS[role]}
          entries={PERSON_PAGES}
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
      {open && <PageTabs {...{ pathname, waiting, address }} entry={open} />}
      {children}
      {ready && (
        <Suspense>
          <Shortcuts places={pages} />
        </Suspense>
      )}
    </SideFrame>
  );
}

type TabsProps = {
  entry: MenuEntry;
  pathname: string;
  waiting: WaitingCounts;
  address: (to: string) => string;
};

/**
 * Draws the pages of the current menu entry as tabs, if the entry has several pages and the current page is one of
 * them.
 */
function PageTabs({ entry, pathname, waiting, address }: TabsProps) {
  const current = tabOf(entry, pathname);
  if (!current || entry.pages.length < 2) return null;
  return (
    <div className="mb-5 print:hidden">
      <Tabs
        label={`${entry.label}: pages`}
        tabs={entry.pages.map((page) => {
          const { n, of } = waitingIn([page], waiting);
          return {
            href: address(page.to),
            label: page.label,
            current: page === current,
            ...(n > 0 && { count: countShown(n), more: of, urgent: true }),
          };
        })}
      />
    </div>
  );
}

/** Returns how many items wait on these pages, and what they are called. */
function waitingIn(pages: readonly MenuPage[], waiting: WaitingCounts): { n: number; of: string } {
  const counts = pages.flatMap(({ waits }) => {
    const n = waits && waiting[waits];
    return n ? [{ n, of: WAITING[waits] }] : [];
  });
  return {
    n: counts.reduce((sum, { n }) => sum + n, 0),
    of: counts.length === 1 ? counts[0]!.of : "waiting",
  };
}

const countShown = (n: number) => (n > MOST_SHOWN ? `${MOST_SHOWN}+` : String(n));
const MOST_SHOWN = 999;

function Count({ n, of }: { n: number; of: string }) {
  if (n === 0) return null;
  return (
    <span className="ml-auto text-sm font-bold text-danfo tabular-nums">
      {countShown(n)}
      <span className="sr-only"> {of}</span>
    </span>
  );
}
