import { Link } from "./link.tsx";
import { Badge } from "./badge.tsx";

export type Tab = { href: string; label: string; current: boolean; count?: number | string };

/** Tabs with an address each. Where one line is too short, they take more, so that the current one is always seen. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap border-b-2 border-ink sm:gap-1">
        {tabs.map((tab) => (
          <li key={tab.label}>
            <Link
              to={tab.href}
              preventScrollReset
              aria-current={tab.current ? "page" : undefined}
              className="flex min-h-11 items-center gap-2 px-2 font-semibold sm:px-4 aria-[current=page]:bg-danfo aria-[current=page]:text-black"
            >
              {tab.label}
              {tab.count !== undefined && tab.count !== 0 && <Badge>{tab.count}</Badge>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
