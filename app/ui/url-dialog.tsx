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
  /** False if the dialog begins with a text to read. Its first field then does not get the focus. */
  startAtField?: boolean;
  /**
   * Moves the focus after the dialog has closed, if the link that opened it no longer exists. Without this function,
   * the heading gets the focus.
   */
  onGone?: () => void;
  children: ReactNode;
}) {
  const navigate = useNavigate();
  const running = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  // The URL with which the dialog was opened. It is stored here, because the URL has already changed when the dialog
  // closes.
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
 * Focuses the link that opens the dialog, found by its URL. The element that had the focus before cannot be used: the
 * page may have been loaded with the open dialog, or the navigation may have rendered the link again. If the link no
 * longer exists, for example because its row was deleted, `onGone` moves the focus. Without `onGone`, the heading gets
 * the focus.
 */
function focusOpener(address: string, onGone?: () => void): void {
  const link = [...document.links].find(({ href }) => href === address);
  if (!link && onGone) return onGone();
  (link ?? document.querySelector<HTMLElement>("main h1[tabindex]"))?.focus({ preventScroll: !link });
}
