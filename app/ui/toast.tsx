/** WEB-6: toasts, shown one at a time, from the server or a component. Without JavaScript a toast is a banner. */
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type HTMLAttributes,
} from "react";
import { Check, Info, TriangleAlert } from "lucide-react";
import { CloseButton } from "./close-button.tsx";

export type Toast = {
  id: string;
  tone?: "good" | "bad" | "plain";
  title: string;
  text?: string;
  action?: { label: string; href: string; newTab?: boolean };
  /** The button of a toast that a component shows, e.g. Undo. */
  press?: { label: string; onPress: () => void };
  /** A URL that opens in a new tab when the toast appears. Browsers allow this only soon after a press. */
  open?: string;
  durationMs?: number;
};

const DEFAULT_MS = 5000;
const TONES = {
  good: { icon: Check, className: "bg-go text-paper" },
  bad: { icon: TriangleAlert, className: "bg-stop text-on-stop" },
  plain: { icon: Info, className: "bg-danfo text-black" },
};

let current: Toast | null = null;
const watchers = new Set<() => void>();
let made = 0;

function setCurrent(toast: Toast | null): void {
  current = toast;
  for (const watcher of watchers) watcher();
}

export function showToast(toast: Omit<Toast, "id">): void {
  setCurrent({ ...toast, id: `here-${(made += 1)}` });
}

const subscribe = (watcher: () => void) => {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
};

/** The height of the area for a toast at the bottom of the screen, in pixels. */
const ROOM_PX = 180;

/** True if an element is in the area for a toast at the bottom of the screen. */
function isLow(element: Element): boolean {
  const { top, bottom, height } = element.getBoundingClientRect();
  return height > 0 && bottom > window.innerHeight - ROOM_PX && top < window.innerHeight;
}

/** True if the page has a bar of buttons that stays at the bottom of the screen. */
const hasStickyBar = (): boolean =>
  [...document.querySelectorAll("[data-sticky-bar]")].some(
    (bar) => getComputedStyle(bar).position === "sticky" && isLow(bar),
  );

/**
 * Returns the distance of a toast from the top of the screen in pixels, or null if the toast is at the bottom of the
 * screen. If the person has just pressed a control at the bottom, or if a bar of buttons is there, the toast is shown
 * below the page's title instead, so that it covers neither the buttons nor the title.
 */
function usePlacement(toastId: string | undefined): number | null {
  const used = useRef<Element | null>(null);
  const [top, setTop] = useState<number | null>(null);
  useEffect(() => {
    const note = ({ target }: Event) => (used.current = target instanceof Element ? target : null);
    window.addEventListener("click", note, { capture: true });
    return () => window.removeEventListener("click", note, { capture: true });
  }, []);
  useLayoutEffect(() => {
    if (toastId === undefined) return;
    const low = (used.current?.isConnected === true && isLow(used.current)) || hasStickyBar();
    const title = document.querySelector("h1")?.getBoundingClientRect().bottom ?? 0;
    setTop(low ? Math.max(0, title < window.innerHeight / 2 ? title : 0) : null);
  }, [toastId]);
  return top;
}

export function ToastRegion({ toast: arrived }: { toast: Toast | null }) {
  const own = useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
  const [gone, setGone] = useState<string | null>(null);
  const [held, setHeld] = useState(false);
  const [latestArrival, setLatestArrival] = useState<Toast | null>(arrived);
  if (arrived && arrived.id !== latestArrival?.id) setLatestArrival(arrived);

  const candidate = own ?? latestArrival;
  const toast = candidate && candidate.id !== gone ? candidate : null;

  useEffect(() => {
    if (latestArrival) setCurrent(null);
    // A browser opens a tab only shortly after the press that sent the form. If that time is over, the person can press
    // the toast's button to open the URL.
    if (latestArrival?.open && navigator.userActivation?.isActive)
      window.open(latestArrival.open, "_blank", "noopener");
  }, [latestArrival]);

  const close = (id: string) => {
    setGone(id);
    // If a toast is removed while the pointer is on it, there is no leave event. So `held` is reset here.
    setHeld(false);
  };
  useEffect(() => {
    if (!toast || held) return;
    const timer = setTimeout(() => setGone(toast.id), toast.durationMs ?? DEFAULT_MS);
    return () => clearTimeout(timer);
  }, [toast, held]);

  const hold = {
    // A toast stays while the pointer moves on it. With an enter event, a toast that appears under a resting pointer
    // would stay forever.
    onPointerMove: () => setHeld(true),
    onPointerLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  };
  const card = toast && (
    <ToastCard key={toast.id} toast={toast} hold={hold} onClose={() => close(toast.id)} />
  );
  const bad = toast?.tone === "bad";
  const top = usePlacement(toast?.id);
  return (
    <div
      style={top === null ? undefined : { top }}
      className={`pointer-events-none fixed inset-x-0 ${top === null ? "bottom-(--bottom-bar,0px)" : ""} z-50 flex justify-center p-3 sm:justify-end sm:p-6 print:hidden`}
    >
      {/* Every screen reader announces a new text in a region that was already there, and an alert when it appears. A
          dialog hides everything outside it from screen readers, except elements with aria-live. */}
      <div role="status" aria-live="polite" className="contents">
        {!bad && card}
      </div>
      {bad && (
        <div role="alert" aria-live="assertive" className="contents">
          {card}
        </div>
      )}
    </div>
  );
}

/** Splits a text so that the codes of orders do not break at their hyphen. */
const wholeCodes = (text: string) =>
  text.split(/\b(ON-\w+)/).map((part, place) =>
    place % 2 === 0 ? (
      part
    ) : (
      <span key={place} className="whitespace-nowrap">
        {part}
      </span>
    ),
  );

type Hold = Pick<HTMLAttributes<HTMLElement>, "onPointerMove" | "onPointerLeave" | "onFocus" | "onBlur">;

function ToastCard({ toast, hold, onClose }: { toast: Toast; hold: Hold; onClose: () => void }) {
  const { icon: Icon, className } = TONES[toast.tone ?? "plain"];
  return (
    <div
      {...hold}
      data-toast
      className="pointer-events-auto flex w-full max-w-md items-stretch border border-ink bg-paper text-ink shadow-[4px_4px_0_0_var(--color-ink)]"
    >
      <span className={`grid w-12 shrink-0 place-items-center ${className}`}>
        <Icon aria-hidden className="size-6" />
      </span>
      <div className="min-w-0 grow px-4 py-3">
        <p className="font-display text-lg leading-snug font-bold">{toast.title}</p>
        {toast.text && <p>{wholeCodes(toast.text)}</p>}
        {toast.action && (
          <a
            href={toast.action.href}
            className="mt-1 inline-flex min-h-11 items-center font-semibold underline decoration-2 underline-offset-4"
            {...(toast.action.newTab ? { target: "_blank", rel: "noopener" } : {})}
          >
            {toast.action.label}
          </a>
        )}
        {toast.press && (
          <button
            type="button"
            data-toast-press
            onClick={() => {
              toast.press?.onPress();
              onClose();
            }}
            className="mt-1 inline-flex min-h-11 items-center font-semibold underline decoration-2 underline-offset-4"
          >
            {toast.press.label}
          </button>
        )}
      </div>
      <CloseButton
        aria-label="Close this message"
        onClick={onClose}
        className="grid w-12 shrink-0 place-items-center noscript:hidden"
      />
    </div>
  );
}
