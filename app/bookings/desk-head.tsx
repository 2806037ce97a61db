/** The head of the desk: tabs with their counts, and the filters in use as chips behind one button. */
import { Link } from "../ui/link.tsx";
import { X } from "lucide-react";
import { DELIVERY_STATUS_LABELS, DELIVERY_TYPE_LABELS, DELIVERY_TYPES } from "../domain/booking.ts";
import { adminDayText } from "../domain/dates.ts";
import { stateLabel } from "../domain/states.ts";
import { numberText } from "../platform/http/list-count.ts";
import { withParams } from "../platform/http/query.ts";
import { BookingFilters } from "./admin-filters.tsx";
import { LIST_TABS } from "./booking-filter.ts";
import type { TabCounts } from "./count-bookings.server.ts";

const tabName = (tab: (typeof LIST_TABS)[number]) => (tab === "late" ? "Late" : DELIVERY_STATUS_LABELS[tab]);

/** Where the tabs are wider than the screen, the current one is brought into view. */
function showTab(tab: HTMLElement | null): void {
  const nav = tab?.closest("nav");
  if (tab && nav) nav.scrollLeft = tab.offsetLeft - nav.offsetLeft - 32;
}

/** `values` are the URL's parameters of the filter. */
export function DeskTabs({ values, counts }: { values: Record<string, string>; counts: TabCounts }) {
  const current = values["status"] ?? null;
  const tabs = [null, ...LIST_TABS].map((tab) => ({
    tab,
    href: withParams(new URLSearchParams(values), { status: tab }),
    count: counts[tab ?? "all"],
  }));
  return (
    <nav aria-label="Status" className="max-w-full overflow-x-auto">
      <ul className="flex min-w-max">
        {tabs.map(({ tab, href, count }) => (
          <li key={tab ?? "all"}>
            <Link
              to={href}
              preventScrollReset
              ref={tab === current ? showTab : undefined}
              aria-current={tab === current ? "page" : undefined}
              className="flex min-h-11 items-center gap-1.5 px-2.5 font-semibold aria-[current=page]:bg-danfo aria-[current=page]:text-black"
            >
              {tab ? (
                tabName(tab)
              ) : (
                <span>
                  All<span className="sr-only"> Statuses</span>
                </span>
              )}
              <span
                className={`text-sm tabular-nums ${tab === "late" && count > 0 ? "bg-stop px-1.5 font-bold text-on-stop" : "opacity-80"}`}
              >
                {numberText(count)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** What each filter's chip says. */
const CHIPS: Record<string, (value: string) => string> = {
  state: (value) => `To ${stateLabel(value)}`,
  type: (value) => {
    const type = DELIVERY_TYPES.find((known) => known === value);
    return type ? DELIVERY_TYPE_LABELS[type].name : value;
  },
  from: (value) => `From ${adminDayText(value)}`,
  to: (value) => `Until ${adminDayText(value)}`,
};

export function DeskFilters({ values }: { values: Record<string, string> }) {
  const chips = Object.entries(values).flatMap(([name, value]) => {
    const chip = CHIPS[name];
    return chip ? [{ name, text: chip(value) }] : [];
  });
  return (
    <div className="flex flex-wrap items-center gap-2">
      <details className="relative">
        <summary className="inline-flex min-h-11 cursor-pointer items-center gap-2 border-2 border-ink px-3 text-sm font-semibold hover:bg-card">
          Filters{chips.length > 0 && ` (${chips.length})`}
        </summary>
        <div className="absolute top-full left-0 z-30 mt-1 w-[min(40rem,calc(100vw-2rem))] border-2 border-ink bg-paper p-4 shadow-[4px_4px_0_0_var(--color-ink)]">
          <BookingFilters values={values} />
        </div>
      </details>
      {chips.map(({ name, text }) => (
        <Link
          key={name}
          to={withParams(new URLSearchParams(values), { [name]: null })}
          preventScrollReset
          className="inline-flex min-h-11 items-center gap-1 border-2 border-ink bg-card px-3 text-sm font-semibold"
        >
          {text}
          <X aria-hidden className="size-4" />
          <span className="sr-only">remove this filter</span>
        </Link>
      ))}
    </div>
  );
}
