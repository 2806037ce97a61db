/** The menu of statuses. All rows of the list share one menu, which opens at the pressed control. */
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import {
  BOOKING_STATUSES,
  BOOKING_STATUS_LABELS,
  type BookingStatus,
  needsReason,
  STATUS_FACTS,
} from "../../domain/delivery-status.ts";

type Props = {
  label: string;
  /** The current status of the chosen bookings. Null if they have different ones. */
  current: BookingStatus | null;
  /** A notice, for example that a colleague has changed the booking. */
  notice: string | null;
  anchor: HTMLElement;
  onChoose: (status: BookingStatus) => void;
  onClose: () => void;
};

const WIDTH = 208;
const HEIGHT = 54 + 44 * BOOKING_STATUSES.length;

/** Places the menu below the control, or above it if there is too little space below. */
function placeAt(anchor: HTMLElement): { left: number; top: number } {
  const { left, right, top, bottom } = anchor.getBoundingClientRect();
  const below = bottom + HEIGHT < window.innerHeight;
  return {
    left: Math.max(8, Math.min(left, right - WIDTH, window.innerWidth - WIDTH - 8)),
    top: Math.max(8, below ? bottom + 2 : top - HEIGHT),
  };
}

/** Returns the status that gets the focus: the usual next status, or else the first one that is not current. */
const likelyAfter = (current: BookingStatus | null): BookingStatus =>
  (current && STATUS_FACTS[current].next[0]) ?? BOOKING_STATUSES.find((status) => status !== current)!;

export function StatusMenu({ label, current, notice, anchor, onChoose, onClose }: Props) {
  const menu = useRef<HTMLDivElement>(null);
  const [place] = useState(() => placeAt(anchor));
  const [first] = useState(() => BOOKING_STATUSES.indexOf(likelyAfter(current)));

  useEffect(() => {
    menu.current?.querySelectorAll("button")[first]?.focus({ preventScroll: true });
  }, [first]);

  useEffect(() => {
    const away = (event: PointerEvent) => {
      if (event.target instanceof Node && !menu.current?.contains(event.target)) onClose();
    };
    document.addEventListener("pointerdown", away);
    return () => document.removeEventListener("pointerdown", away);
  }, [onClose]);

  const items = () => [...(menu.current?.querySelectorAll<HTMLElement>("button") ?? [])];
  const onKeyDown = (event: KeyboardEvent) => {
    const at = items().findIndex((item) => item === document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1, Home: -at, End: BOOKING_STATUSES.length - 1 - at }[event.key];
    const named = BOOKING_STATUSES.find((status) => STATUS_FACTS[status].key === event.key.toLowerCase());
    if (step !== undefined)
      items()
        .at((at + step) % BOOKING_STATUSES.length)
        ?.focus();
    else if (event.key === "Escape" || event.key === "Tab") onClose();
    else if (named && !event.ctrlKey && !event.metaKey) onChoose(named);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div
      ref={menu}
      role="menu"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={onKeyDown}
      style={{ ...place, width: WIDTH }}
      className="fixed z-40 border-2 border-ink bg-paper p-1 text-ink shadow-[4px_4px_0_0_var(--color-ink)]"
    >
      {notice && <p className="border-l-4 border-stop px-2 py-1 text-sm font-semibold">{notice}</p>}
      {BOOKING_STATUSES.map((status) => (
        <button
          key={status}
          type="button"
          role="menuitemradio"
          aria-checked={status === current}
          tabIndex={-1}
          onClick={() => onChoose(status)}
          className="flex min-h-11 w-full items-center gap-3 px-3 text-left font-semibold hover:bg-card focus:bg-danfo focus:text-black aria-checked:underline"
        >
          {BOOKING_STATUS_LABELS[status]}
          {needsReason(status) && "…"}
          <kbd aria-hidden className="ml-auto font-mono text-sm opacity-70">
            {STATUS_FACTS[status].key}
          </kbd>
        </button>
      ))}
    </div>
  );
}
