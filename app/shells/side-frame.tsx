/** The frame of the back office and the store dashboard: a menu at the side, which opens without JavaScript on a phone. */
import type { ReactNode } from "react";
import { Menu, X, type LucideIcon } from "lucide-react";
import { useLocation } from "react-router";
import { Link, NavLink } from "../ui/link.tsx";
import { Logo } from "../ui/logo.tsx";
import { LaneDivider } from "../ui/lane-divider.tsx";
import { PageFocus } from "../ui/page-focus.tsx";
import { watchMenu } from "./watch-menu.ts";

export type Entry = { to: string; label: string; end?: boolean; icon?: LucideIcon; after?: ReactNode };

type Props = {
  name: string;
  home: string;
  /** The accessible name of the menu. */
  label: string;
  entries: readonly Entry[];
  /** On a phone the entries are at the bottom of the screen too; each needs an icon then. */
  bottomBar?: boolean;
  /** Below the entries: the signed-in person and the sign-out. */
  foot: ReactNode;
  children: ReactNode;
};

export function SideFrame({ name, home, label, entries, bottomBar = false, foot, children }: Props) {
  const menu = (
    <>
      <nav aria-label={label} className="grid gap-1 lg:pointer-fine:gap-0">
        {entries.map(({ label: text, icon: Icon, after, ...link }) => (
          <NavLink
            key={text}
            {...link}
            prefetch="intent"
            className="flex min-h-11 items-center gap-2 px-3 font-semibold hover:bg-kerb lg:pointer-fine:min-h-9 aria-[current=page]:bg-danfo aria-[current=page]:text-black"
          >
            {Icon && <Icon aria-hidden className="size-5 shrink-0" />}
            {text}
            {after}
          </NavLink>
        ))}
      </nav>
      <div className="mt-6 border-t-2 border-dashed border-kerb px-3 pt-4 lg:mt-3 lg:pt-3">{foot}</div>
    </>
  );
  const { key } = useLocation();
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
        className="hidden border-r-2 border-kerb bg-road px-3 py-4 text-chalk print:hidden! lg:sticky lg:top-0 lg:block lg:h-dvh lg:overflow-y-auto"
      >
        <Link to={home} className="flex items-center gap-3 px-3 font-display leading-tight font-extrabold">
          <Logo className="size-9 shrink-0" />
          <span className="min-w-0">{name}</span>
        </Link>
        <LaneDivider className="mx-3 mt-3 mb-4" />
        {menu}
      </aside>
      {/* A navigation without a reload must close the menu. */}
      <details
        key={key}
        ref={watchMenu}
        className="group border-b-4 border-danfo bg-road text-chalk lg:hidden print:hidden!"
      >
        <summary className="flex min-h-14 cursor-pointer flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2 font-display leading-tight font-extrabold min-[22rem]:text-lg">
          <span className="flex min-w-0 items-center gap-3">
            <Logo className="size-8 shrink-0" />
            <span className="min-w-0">{name}</span>
          </span>
          <span className="flex shrink-0 items-center gap-2 font-sans text-base font-semibold">
            <Menu aria-hidden className="size-5 group-open:hidden" />
            <X aria-hidden className="hidden size-5 group-open:block" />
            Menu
          </span>
        </summary>
        <div className="px-1 pt-2 pb-6">{menu}</div>
      </details>
      <main id="main" className="min-w-0 px-4 py-6 lg:px-8 print:p-0">
        {children}
      </main>
      {bottomBar && <BottomBar label={label} entries={entries} />}
      <PageFocus />
    </div>
  );
}

/** Its height is `--bottom-bar` (theme.css), so that messages and the end of the page stay above it. Large text makes it scroll. */
function BottomBar({ label, entries }: Pick<Props, "label" | "entries">) {
  return (
    <nav
      aria-label={`${label}, bottom`}
      data-bottom-bar
      className="fixed inset-x-0 bottom-0 z-40 grid h-(--bottom-bar) auto-cols-[minmax(max-content,1fr)] grid-flow-col overflow-x-auto border-t-2 border-kerb bg-road text-chalk lg:hidden print:hidden"
    >
      {entries.map(({ label: text, icon: Icon, after, ...link }) => (
        <NavLink
          key={text}
          {...link}
          className="relative flex flex-col items-center justify-center gap-0.5 text-[0.6875rem] font-semibold aria-[current=page]:bg-danfo aria-[current=page]:text-black"
        >
          {Icon && <Icon aria-hidden className="size-5 shrink-0" />}
          <span className="px-1">{text}</span>
          <span className="absolute top-0.5 left-1/2 ml-1">{after}</span>
        </NavLink>
      ))}
    </nav>
  );
}
