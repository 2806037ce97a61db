/** STAFF-18: the head of the dispatch list: tabs with counts, filters behind one button, and the active filters. */
import { Link } from "../../ui/link.tsx";
import { X } from "lucide-react";
import { DELIVERY_TYPE_LABELS, DELIVERY_TYPES } from "../../domain/booking.ts";
import { BOOKING_STATUS_LABELS } from "../../domain/delivery-status.ts";
import { adminDayText } from "../../domain/dates.ts";
import { stateLabel } from "../../domain/states.ts";
import { numberText } from "../../platform/http/list-count.ts";
import { withParams } from "../../platform/http/query.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { BookingFilters } from "./admin-filters.tsx";
import { LIST_TABS } from "./booking-filter.ts";
import type { TabCounts } from "./count-bookings.server.ts";

const tabName = (tab: (typeof LIST_TABS)[number]) => (tab === "late" ? "Late" : BOOKING_STATUS_LABELS[tab]);

/** Draws the tabs. `values` are the filter's URL parameters; `found` is the number of results. */
export function DispatchTabs({
  values,
  counts,
  found,
}: {
  values: Record<string, string>;
  counts: TabCounts;
  found: string | null;
}) {
  const current = values["status"] ?? null;
  const tabs = [null, ...LIST_TABS].map((tab) => ({
    href: withParams(new URLSearchParams(values), { status: tab }),
    ...(tab ? { label: tabName(tab) } : { label: "All", more: "Statuses" }),
    current: tab === current,
    count: numberText(counts[tab ?? "all"]),
    urgent: tab === "late" && counts.late > 0,
  }));
  return (
    <Tabs label="Status" tabs={tabs}>
      {found && <p className="text-sm text-muted">{found} found</p>}
    </Tabs>
  );
}

const CHIPS: Record<string, (value: string) => string> = {
  state: (value) => `To ${stateLabel(value)}`,
  type: (value) => {
    const type = DELIVERY_TYPES.find((known) => known === value);
    return type ? DELIVERY_TYPE_LABELS[type].name : value;
  },
  doubt: () => "State to check",
  assignee: () => "One person",
  from: (value) => `From ${adminDayText(value)}`,
  to: (value) => `Until ${adminDayText(value)}`,
};

/** STAFF-28: the link to bookings whose address names another state. Not drawn if there are none. */
export function DoubtfulStates({ count }: { count: number }) {
  if (count === 0) return null;
  const many =
    count === 1 ? "1 open booking has" : `${count < 100 ? count : "100 or more"} open bookings have`;
  return (
    <p className="mt-2 border-l-8 border-danfo bg-card px-4 py-2">
      {`${many} another state than the address says. `}
      <TextLink to="/admin/bookings?doubt=1">Check the states</TextLink>
    </p>
  );
}

/** Closes the filters after a press outside of them or after Escape. The same press of Escape closes nothing else. */
function closeWhenLeft(details: HTMLDetailsElement | null) {
  if (!details) return;
  const onPress = ({ target }: Event) => {
    if (target instanceof Node && !details.contains(target)) details.open = false;
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !details.open) return;
    event.preventDefault();
    details.open = false;
    details.querySelector("summary")?.focus();
  };
  document.addEventListener("pointerdown", onPress);
  details.addEventListener("keydown", onKey);
  return () => document.removeEventListener("pointerdown", onPress);
}

type FiltersProps = {
  values: Record<string, string>;
  assignee: string | null;
};

export function DispatchFilters({ values, assignee }: FiltersProps) {
  const chips = Object.entries(values).flatMap(([name, value]) => {
    const chip = CHIPS[name];
    return chip ? [{ name, text: name === "assignee" && assignee ? assignee : chip(value) }] : [];
  });
  return (
    <div className="flex flex-wrap items-center gap-2">
      <details ref={closeWhenLeft}>
        <summary className="inline-flex min-h-11 cursor-pointer items-center gap-2 border-2 border-ink px-3 text-sm font-semibold hover:bg-card">
          Filters{chips.length > 0 && ` (${chips.length})`}
        </summary>
        <div className="absolute top-full right-0 z-30 mt-1 w-[min(20rem,calc(100vw-2rem))] border-2 border-ink bg-paper p-4 shadow-[4px_4px_0_0_var(--color-ink)]">
          <BookingFilters values={values} />
        </div>
      </details>
      {!values["assignee"] && (
        <ButtonLink size="sm" variant="secondary" to={`/admin/bookings/mine?${new URLSearchParams(values)}`}>
          Mine
        </ButtonLink>
      )}
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
