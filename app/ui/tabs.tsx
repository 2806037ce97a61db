import type { ReactNode } from "react";
import { Link } from "./link.tsx";

export type Tab = {
  href: string;
  label: string;
  /** A text that screen readers read after the name of the tab. */
  more?: string;
  current: boolean;
  count?: string;
  /** True if `count` says how many items wait for staff. */
  urgent?: boolean;
};

/** Scrolls the current tab into view, if the tabs are wider than the screen. */
function showTab(tab: HTMLElement | null): void {
  const nav = tab?.closest("nav");
  if (tab && nav) nav.scrollLeft = tab.offsetLeft - nav.offsetLeft - 32;
}

/** Draws tabs that are links, in one line that scrolls on a narrow screen. `children` follow the last tab. */
export function Tabs({
  label,
  tabs,
  children,
}: {
  label: string;
  tabs: readonly Tab[];
  children?: ReactNode;
}) {
  return (
    <div className="flex min-w-0 flex-wrap items-center justify-between gap-x-4 border-b border-line">
      <nav aria-label={label} className="relative max-w-full overflow-x-auto">
        <ul className="flex min-w-max sm:gap-1">
          {tabs.map(({ href, label: name, more, current, count, urgent }) => (
            <li key={href}>
              <Link
                to={href}
                preventScrollReset
                ref={current ? showTab : undefined}
                aria-current={current ? "page" : undefined}
                className="flex min-h-11 items-center gap-1.5 border-b-4 border-transparent px-2.5 pt-1 font-semibold aria-[current=page]:border-ink"
              >
                {more ? (
                  <span>
                    {name}
                    <span className="sr-only"> {more}</span>
                  </span>
                ) : (
                  name
                )}
                {count && (
                  <span
                    className={`text-sm tabular-nums ${urgent ? "bg-stop px-1.5 font-bold text-on-stop" : "opacity-80"}`}
                  >
                    {count}
                  </span>
                )}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </div>
  );
}
