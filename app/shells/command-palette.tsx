/** The command palette: a search box that opens a screen or a booking. */
import { useId, useState, type KeyboardEvent } from "react";
import { useNavigate } from "react-router";
import { foldSearch } from "../text/fold-search.ts";
import { BOOKING_STATUS_LABELS } from "../domain/delivery-status.ts";
import { useFoundBookings } from "../parcels/dispatch/use-found-bookings.ts";

export type PaletteLink = { to: string; label: string; text?: string };

const intoView = (option: HTMLElement | null) => {
  option?.scrollIntoView({ block: "nearest" });
};

const countText = (n: number): string =>
  n === 0 ? "No bookings found." : n === 1 ? "1 booking found." : `${n} bookings found.`;

function useFound(rawValues: string, places: readonly PaletteLink[]) {
  const wanted = foldSearch(rawValues);
  const bookings = useFoundBookings(rawValues);
  const found: PaletteLink[] = [
    ...places.filter(
      ({ label }) => (wanted !== "" || rawValues === "") && foldSearch(label).includes(wanted),
    ),
    ...(wanted
      ? [
          {
            to: `/admin/bookings?${new URLSearchParams({ q: rawValues })}`,
            label: `Search bookings for “${rawValues}”`,
          },
        ]
      : []),
    ...(wanted && places.some(({ to }) => to === "/admin/customers")
      ? [
          {
            to: `/admin/customers?${new URLSearchParams({ q: rawValues })}`,
            label: `Search customers for “${rawValues}”`,
          },
        ]
      : []),
    // Bookings come last: they are found a moment after the screens, and must not move the screens' entries.
    ...(bookings ?? []).map(({ trackingCode, senderName, receiverName, receiverState, status }) => ({
      to: `/admin/bookings/${trackingCode}`,
      label: trackingCode,
      text: `${BOOKING_STATUS_LABELS[status]}. ${senderName} to ${receiverName}, ${receiverState}`,
    })),
  ];
  return { bookings, found };
}

export function CommandPalette({ places, onDone }: { places: readonly PaletteLink[]; onDone: () => void }) {
  const navigate = useNavigate();
  const [rawValues, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const id = useId();
  const { bookings, found } = useFound(rawValues.trim(), places);
  const chosen = Math.min(at, found.length - 1);
  const go = (place: PaletteLink | undefined) => {
    if (!place) return;
    onDone();
    void navigate(place.to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") go(found[chosen]);
    else if (event.key === "ArrowDown") setAt(Math.min(found.length - 1, chosen + 1));
    else if (event.key === "ArrowUp") setAt(Math.max(0, chosen - 1));
    else return;
    event.preventDefault();
  };
  return (
    <div>
      <label htmlFor={`${id}-input`} className="sr-only">
        A screen, a name or a booking code
      </label>
      <input
        id={`${id}-input`}
        role="combobox"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={found.length ? `${id}-${chosen}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        placeholder="A screen, a name or a booking code"
        value={rawValues}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
        className="block min-h-12 w-full border-2 border-ink bg-field px-3 text-ink placeholder:text-muted"
      />
      <div id={`${id}-list`} role="listbox" aria-label="Places" className="mt-2 max-h-80 overflow-y-auto">
        {found.map((place, index) => (
          <div
            key={place.to}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            ref={index === chosen ? intoView : undefined}
            onClick={() => go(place)}
            onKeyDown={onKeyDown}
            className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 px-3 py-1 font-semibold aria-selected:bg-danfo aria-selected:text-black"
          >
            {place.label}
            {place.text && <span className="text-sm font-normal">{place.text}</span>}
          </div>
        ))}
      </div>
      <p role="status" className="sr-only">
        {bookings && countText(bookings.length)}
      </p>
    </div>
  );
}
