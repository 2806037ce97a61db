/** OWNER-9: announces a new order in the title, by a message, and by a sound if the owner has turned it on. */
import { useEffect, useRef, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { ownKey } from "../../ui/device-owner.ts";
import { signal } from "../../ui/signal.ts";
import { showToast } from "../../ui/toast.tsx";

const soundKey = () => ownKey("choice", "order-sound");

const listeners = new Set<() => void>();
/** The owner's choice of a sound, if the browser blocks its storage. The choice is lost when the page is closed. */
let chosen = false;

function wantsSound(): boolean {
  try {
    return (localStorage.getItem(soundKey()) ?? (chosen ? "on" : "off")) === "on";
  } catch {
    return chosen;
  }
}

function chooseSound(on: boolean): void {
  chosen = on;
  try {
    localStorage.setItem(soundKey(), on ? "on" : "off");
  } catch {
    // The browser blocks its storage, so the choice is only in `chosen`.
  }
  for (const listener of listeners) listener();
  if (on) signal("yes");
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

type Props = {
  /** The number of orders to confirm. A live reload can raise this number. */
  count: number;
  /** The latest order to confirm: buyer, amount and products. */
  newest: string | null;
  href: string;
};

export function NewOrders({ count, newest, href }: Props) {
  const before = useRef(count);
  const { key } = useLocation();
  useEffect(() => {
    const title = document.title.replace(/^\(\d+\) /, "");
    document.title = count > 0 ? `(${count}) ${title}` : title;
  }, [count, key]);
  useEffect(() => {
    const more = count - before.current;
    before.current = count;
    if (more <= 0) return;
    if (wantsSound()) signal("yes");
    showToast({
      title: more === 1 ? "New order" : `${more} new orders`,
      ...(newest && { text: more === 1 ? newest : `The latest: ${newest}` }),
      action: { label: more === 1 ? "See the order" : "See the orders", href },
    });
  }, [count, newest, href]);
  return null;
}

export function OrderSound() {
  const on = useSyncExternalStore(subscribe, wantsSound, () => false);
  return (
    <label className="flex min-h-11 items-center gap-2 noscript:hidden">
      <input
        type="checkbox"
        checked={on}
        onChange={({ currentTarget }) => chooseSound(currentTarget.checked)}
        className="size-5 accent-danfo"
      />
      Sound for new orders
    </label>
  );
}
