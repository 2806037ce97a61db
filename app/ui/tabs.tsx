import { Link } from "react-router";
import { Badge } from "./badge.tsx";

export type Tab = { href: string; label: string; current: boolean; count?: number | string };

/** Tabs with an address each. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav aria-label={label} className="overflow-x-auto">
      <ul className="flex min-w-max gap-1 border-b-2 border-ink">
        {tabs.map((tab) => (
          <li key={tab.label}>
            <Link
              to={tab.href}
              preventScrollReset
              aria-current={tab.current ? "page" : undefined}
              className="flex min-h-11 items-center gap-2 px-4 font-semibold aria-[current=page]:bg-danfo aria-[current=page]:text-black"
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
