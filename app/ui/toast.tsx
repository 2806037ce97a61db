/** One message at a time. It comes from the server with a page, or from a component; without JavaScript it stays as a banner. */
import { useEffect, useState, useSyncExternalStore } from "react";
import { X } from "lucide-react";

export type Toast = {
  id: string;
  tone?: "good" | "bad" | "plain";
  title: string;
  text?: string;
  action?: { label: string; href: string; newTab?: boolean };
  /** An address to open in a new tab on arrival, where the browser lets a page do that after a press. */
  open?: string;
  durationMs?: number;
};

const DEFAULT_MS = 5000;
const TONES = { good: "border-go", bad: "border-stop", plain: "border-danfo" };

let current: Toast | null = null;
const watchers = new Set<() => void>();

function setCurrent(toast: Toast | null): void {
  current = toast;
  for (const watcher of watchers) watcher();
}

export function showToast(toast: Omit<Toast, "id">): void {
  setCurrent({ ...toast, id: crypto.randomUUID() });
}

const subscribe = (watcher: () => void) => {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
};

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
    // Where the press that sent the form still counts, the browser opens a tab; else nothing is tried, and the button serves.
    if (latestArrival?.open && navigator.userActivation?.isActive)
      window.open(latestArrival.open, "_blank", "noopener");
  }, [latestArrival]);

  useEffect(() => {
    if (!toast || held) return;
    const timer = setTimeout(() => setGone(toast.id), toast.durationMs ?? DEFAULT_MS);
    return () => clearTimeout(timer);
  }, [toast, held]);

  const hold = {
    onPointerEnter: () => setHeld(true),
    onPointerLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  };
  return (
    <div
      aria-live={toast?.tone === "bad" ? "assertive" : "polite"}
      className="pointer-events-none fixed inset-x-0 bottom-0 z-50 flex justify-center p-4 sm:justify-end"
    >
      {toast && (
        <div
          key={toast.id}
          role={toast.tone === "bad" ? "alert" : "status"}
          {...hold}
          className={`pointer-events-auto flex w-full max-w-md items-start gap-3 border-2 border-l-8 bg-paper p-4 text-ink shadow-[4px_4px_0_0_var(--color-ink)] ${TONES[toast.tone ?? "plain"]}`}
        >
          <div className="min-w-0 grow">
            <p className="font-display font-bold">{toast.title}</p>
            {toast.text && <p className="break-words">{toast.text}</p>}
            {toast.action && (
              <a
                href={toast.action.href}
                className="mt-1 inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
                {...(toast.action.newTab ? { target: "_blank", rel: "noopener" } : {})}
              >
                {toast.action.label}
              </a>
            )}
          </div>
          <button
            type="button"
            aria-label="Close this message"
            onClick={() => setGone(toast.id)}
            className="grid size-11 shrink-0 place-items-center"
          >
            <X aria-hidden className="size-5" />
          </button>
        </div>
      )}
    </div>
  );
}
