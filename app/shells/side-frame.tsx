/**
 * The frame of the back office and the store dashboard: a menu at the side. On a phone, a bar at the bottom replaces
 * the menu; its last entry opens the whole menu. The menu and the bar work without JavaScript.
 */
import { useEffect, useRef, type ReactNode } from "react";
import { Menu, X, type LucideIcon } from "lucide-react";
import { useLocation, type LinkProps } from "react-router";
import { Link, NavLink } from "../ui/link.tsx";
import { Logo } from "../ui/logo.tsx";
import { PageFocus } from "../ui/page-focus.tsx";
import { watchMenu } from "./watch-menu.ts";
import { useCompany } from "../platform/company/use-company.ts";

export type FrameEntry = {
  to: string;
  label: string;
  end?: boolean;
  /** True if the current page belongs to this entry. By default the URL of the entry decides. */
  current?: boolean;
  /** The label in a phone's bar, which has room for four entries. An entry with this label must have an icon. */
  short?: string;
  icon?: LucideIcon;
  after?: ReactNode;
};

type EntryGroup = { name?: string; icon?: LucideIcon; entries: readonly FrameEntry[] };

type Props = {
  name: string;
  home: string;
  /** The accessible name of the menu, for screen readers. */
  label: string;
  groups: readonly EntryGroup[];
  /**
   * The badge on the menu button of a phone's bar. It counts the waiting items of all pages that have no entry in the
   * bar.
   */
  alsoWaiting?: ReactNode;
  /** Draws the part below the entries: the signed-in person and the sign-out. On a phone this part is always open. */
  foot: (onPhone: boolean) => ReactNode;
  children: ReactNode;
};

const ENTRY =
  "flex min-h-11 items-center gap-2 border-l-4 border-transparent px-2 font-semibold hover:bg-kerb lg:pointer-fine:min-h-9 aria-[current=page]:border-chalk aria-[current=page]:bg-kerb";

export function SideFrame({ name, home, label, groups, alsoWaiting, foot, children }: Props) {
  const { pathname } = useLocation();
  const menu = useRef<HTMLElement>(null);
  // Scrolls to the current entry, which may be out of view on a low screen.
  useEffect(() => {
    // The braces make the effect return nothing: in newer browsers scrollIntoView returns a promise, which
    // React would take for the effect's cleanup.
    menu.current?.querySelector("[aria-current=page]")?.scrollIntoView({ block: "nearest" });
  }, [pathname]);
  const { logo } = useCompany();
  const shown = groups.filter(({ entries }) => entries.length > 0);
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_1fr] print:block!">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:bg-danfo focus:p-3 focus:text-black"
      >
        Skip to content
      </a>
      <aside
        aria-label="Menu"
        className="hidden h-dvh flex-col border-r border-kerb bg-road text-chalk print:hidden! lg:sticky lg:top-0 lg:flex"
      >
        <Link
          to={home}
          className="mx-3 flex min-h-16 items-center gap-3 px-3 font-display leading-tight font-extrabold"
        >
          <Logo className="size-9 shrink-0" src={logo} />
          <span className="min-w-0">{name}</span>
        </Link>
        <nav
          ref={menu}
          aria-label={label}
          className="grid min-h-0 grow content-start gap-3 overflow-y-auto px-3 pb-3"
        >
          <Groups groups={shown} />
        </nav>
        <div className="border-t border-kerb p-3">{foot(false)}</div>
      </aside>
      <header className="border-b border-kerb bg-road text-chalk lg:hidden print:hidden!">
        <Link
          to={home}
          className="flex min-h-12 items-center gap-3 px-4 py-1.5 font-display leading-tight font-extrabold"
        >
          <Logo className="size-8 shrink-0" src={logo} />
          <span className="min-w-0">{name}</span>
        </Link>
      </header>
      <main id="main" className="min-w-0 px-4 py-6 lg:px-8 print:p-0">
        {children}
      </main>
      <BottomBar {...{ label, alsoWaiting, foot }} groups={shown} />
      <PageFocus />
    </div>
  );
}

/**
 * Draws the bar at the bottom of a phone. The CSS variable `--bottom-bar` in office.css has the bar's height, so that
 * toasts and the end of the page stay above the bar. With large text the bar scrolls.
 */
function BottomBar({ label, groups, alsoWaiting, foot }: Omit<Props, "name" | "home" | "children">) {
  const { key } = useLocation();
  return (
    <nav
      aria-label={`${label}, bottom`}
      data-bottom-bar
      className="fixed inset-x-0 bottom-0 z-40 grid h-(--bottom-bar) auto-cols-[minmax(max-content,1fr)] grid-flow-col overflow-x-auto border-t border-kerb bg-road text-chalk lg:hidden print:hidden"
    >
      {groups
        .flatMap(({ entries }) => entries)
        .map(
          ({ to, end, current, short, icon: Icon, after }) =>
            short && (
              <EntryLink
                key={short}
                {...{ to, end, current }}
                className={`${BAR} border-t-4 border-transparent aria-[current=page]:border-chalk aria-[current=page]:bg-kerb`}
              >
                {Icon && <Icon aria-hidden className="size-5 shrink-0" />}
                <span className="px-1">{short}</span>
                <span className={BAR_COUNT}>{after}</span>
              </EntryLink>
            ),
        )}
      {/* The key changes with each navigation, which closes the menu without a reload. */}
      <details key={key} ref={watchMenu} className="group">
        {/* The summary has a layer that covers the page. A press on this layer closes the menu. */}
        <summary
          className={`${BAR} h-full cursor-pointer border-t-4 border-transparent group-open:bg-kerb group-open:before:fixed group-open:before:inset-x-0 group-open:before:top-0 group-open:before:bottom-(--bottom-bar) group-open:before:bg-black/60`}
        >
          <Menu aria-hidden className="size-5 shrink-0 group-open:hidden" />
          <X aria-hidden className="hidden size-5 shrink-0 group-open:block" />
          <span className="px-1">Menu</span>
          <span className={BAR_COUNT}>{alsoWaiting}</span>
        </summary>
        <div className="fixed inset-x-0 bottom-(--bottom-bar) hidden max-h-[calc(100dvh-var(--bottom-bar)-2rem)] overflow-y-auto border-t border-kerb bg-road p-3 group-open:block">
          <div className={groups.length > 1 ? "columns-[9rem] gap-3" : ""}>
            <Groups groups={groups} />
          </div>
          <div className="mt-1 border-t border-kerb px-3 pt-3">{foot(true)}</div>
        </div>
      </details>
    </nav>
  );
}

const BAR = "relative flex flex-col items-center justify-center gap-0.5 text-[0.6875rem] font-semibold";
const BAR_COUNT = "absolute top-0 left-1/2 ml-3";

function EntryLink({ end, current, ...link }: Pick<FrameEntry, "end" | "current"> & LinkProps) {
  if (current === undefined) return <NavLink {...link} end={end ?? false} />;
  return <Link {...link} aria-current={current ? "page" : undefined} />;
}

function Groups({ groups }: { groups: readonly EntryGroup[] }) {
  return groups.map(({ name, icon: GroupIcon, entries }) => (
    <div key={name ?? ""} className="break-inside-avoid max-lg:pb-1">
      {name && (
        <p aria-hidden className="flex items-center gap-2 px-3 py-0.5 text-sm text-dust">
          {GroupIcon && <GroupIcon className="size-4 shrink-0" />}
          {name}
        </p>
      )}
      <ul aria-label={name}>
        {entries.map(({ to, end, current, label, icon: Icon, after }) => (
          <li key={label}>
            <EntryLink {...{ to, end, current }} prefetch="intent" className={ENTRY}>
              {Icon && !name && <Icon aria-hidden className="size-5 shrink-0" />}
              {label}
              {after}
            </EntryLink>
          </li>
        ))}
      </ul>
    </div>
  ));
}
