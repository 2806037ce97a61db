import { useEffect, useState, useSyncExternalStore, type ReactNode } from "react";
import { CloudOff } from "lucide-react";
import { LaneDivider } from "./lane-divider.tsx";

type Words = { title: string; text?: ReactNode; action?: ReactNode; className?: string };

export function EmptyState({ title, text, action, className = "" }: Words) {
  return (
    <div className={`bg-card px-4 py-10 text-center ${className}`}>
      <LaneDivider className="mx-auto mb-5 w-24" />
      <p className="font-display text-xl font-bold">{title}</p>
      {text && <p className="mt-1 text-muted">{text}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}

export function FailedState({ title, text, action, className = "" }: Words) {
  return (
    <div role="alert" className={`border-l-4 border-stop bg-card px-4 py-6 ${className}`}>
      <p className="font-display text-xl font-bold">{title}</p>
      {text && <p className="mt-1">{text}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}

export function LoadingState({ text = "Loading" }: { text?: string }) {
  return (
    <p role="status" className="flex items-center gap-3 py-8 font-semibold">
      <span
        aria-hidden
        className="size-5 animate-spin rounded-full border-3 border-ink border-t-danfo motion-reduce:animate-none"
      />
      {text}
    </p>
  );
}

const watchLine = (changed: () => void) => {
  addEventListener("online", changed);
  addEventListener("offline", changed);
  return () => {
    removeEventListener("online", changed);
    removeEventListener("offline", changed);
  };
};

const BACK_MS = 5000;

/**
 * Draws a note at the top of the screen while the browser is offline, and for some seconds after it is online again.
 */
export function OfflineNote({
  text = "No internet. Keep going: your booking will be saved and sent later.",
}: {
  text?: string;
}) {
  const online = useSyncExternalStore(
    watchLine,
    () => navigator.onLine,
    () => true,
  );
  const [lost, setLost] = useState(false);
  if (!online && !lost) setLost(true);
  useEffect(() => {
    if (!online || !lost) return;
    const timer = setTimeout(() => setLost(false), BACK_MS);
    return () => clearTimeout(timer);
  }, [online, lost]);
  return (
    <div role="status" className="sticky top-0 z-40 print:hidden">
      {lost && (
        <p
          className={`flex items-center justify-center gap-2 px-4 py-2 text-center text-sm font-semibold ${online ? "bg-go text-paper" : "bg-[#16130e] text-danfo"}`}
        >
          {!online && <CloudOff aria-hidden className="size-5 shrink-0" />}
          {online ? "You are back online." : text}
        </p>
      )}
    </div>
  );
}
