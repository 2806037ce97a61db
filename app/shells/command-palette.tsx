/** The command palette: opens a screen or a booking by a few letters or its code. */
import { useId, useState, type KeyboardEvent } from "react";
import { useNavigate } from "react-router";

export type Place = { to: string; label: string };

export function CommandPalette({ places, onDone }: { places: readonly Place[]; onDone: () => void }) {
  const navigate = useNavigate();
  const [rawValues, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const id = useId();
  const wanted = rawValues.trim().toLowerCase();
  const found: Place[] = [
    ...places.filter(({ label }) => label.toLowerCase().includes(wanted)),
    ...(wanted
      ? [
          {
            to: `/admin/bookings?${new URLSearchParams({ q: rawValues.trim() })}`,
            label: `Search bookings for “${rawValues.trim()}”`,
          },
          {
            to: `/admin/customers?${new URLSearchParams({ q: rawValues.trim() })}`,
            label: `Search customers for “${rawValues.trim()}”`,
          },
        ]
      : []),
  ];
  const chosen = Math.min(at, found.length - 1);
  const go = (place: Place | undefined) => {
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
            onClick={() => go(place)}
            onKeyDown={onKeyDown}
            className="flex min-h-11 cursor-pointer items-center px-3 font-semibold aria-selected:bg-danfo aria-selected:text-black"
          >
            {place.label}
          </div>
        ))}
      </div>
    </div>
  );
}
