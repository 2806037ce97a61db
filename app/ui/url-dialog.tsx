import { useState, useSyncExternalStore, type ReactNode } from "react";
import { useNavigate } from "react-router";
import { Dialog } from "./dialog.tsx";

const never = () => () => {};

/**
 * Draws a dialog that the URL opens. Until JavaScript runs, it is a section of the page, so that its form works as a
 * plain form. `closeTo` is the URL of the page without the dialog.
 */
export function UrlDialog({
  title,
  text,
  closeTo,
  startAtField = true,
  onGone,
  children,
}: {
  title: string;
  text?: ReactNode;
  closeTo: string;
  /** False if the dialog has text to read before its first field. That field then gets no focus. */
  startAtField?: boolean;
  /** Moves the focus after the dialog if the link that opened it is gone. By default the heading gets the focus. */
  onGone?: () => void;
  children: ReactNode;
}) {
  const navigate = useNavigate();
  const running = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  // The URL that opened the dialog. When the dialog closes, the page already has another URL.
  const [opener] = useState(() => (typeof window === "undefined" ? "" : window.location.href));
  if (!running) {
    return (
      <section aria-label={title} className="mt-6 border-t-8 border-danfo bg-card p-5">
        <h2 className="font-display text-2xl font-bold">{title}</h2>
        {text && <p className="mt-1 text-muted">{text}</p>}
        <div className="mt-4">{children}</div>
      </section>
    );
  }
  return (
    <Dialog
      open
      startAtField={startAtField}
      onOpenChange={(open) => !open && void navigate(closeTo, { preventScrollReset: true })}
      returnFocus={() => focusOpener(opener, onGone)}
      title={title}
      description={text}
    >
      {children}
    </Dialog>
  );
}

/**
 * Focuses the link that opens the dialog. The element that had the focus before cannot be used: the page may have been
 * loaded with the dialog shown, or the navigation may have rendered the link again. If the link is gone, for example
 * because its row was deleted, `onGone` moves the focus; without `onGone`, the heading gets the focus.
 */
function focusOpener(address: string, onGone?: () => void): void {
  const link = [...document.links].find(({ href }) => href === address);
  if (!link && onGone) return onGone();
  (link ?? document.querySelector<HTMLElement>("main h1[tabindex]"))?.focus({ preventScroll: !link });
}
