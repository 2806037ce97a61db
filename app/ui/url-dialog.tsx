import { useState, useSyncExternalStore, type ReactNode } from "react";
import { useNavigate } from "react-router";
import { Dialog } from "./dialog.tsx";

const never = () => () => {};

/**
 * A dialog that the URL opens. Until JavaScript runs, it is a section of the page, so that its form works as
 * a plain form. `closeTo` is the URL without the dialog.
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
  /** False if the dialog has text to read before its first field. The field gets no focus then. */
  startAtField?: boolean;
  /** Moves the focus after the dialog if the opening link is gone. By default the heading gets it. */
  onGone?: () => void;
  children: ReactNode;
}) {
  const navigate = useNavigate();
  const running = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  // The URL that opened the dialog: on closing, the page already has another URL.
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
 * Focuses the link that opens the dialog. The earlier focused element is not usable: the page may have been
 * loaded with the dialog open, or the navigation may have rendered the link again. If the link is gone, for
 * example after the deletion of its row, `onGone` moves the focus, or the heading gets it.
 */
function focusOpener(address: string, onGone?: () => void): void {
  const link = [...document.links].find(({ href }) => href === address);
  if (!link && onGone) return onGone();
  (link ?? document.querySelector<HTMLElement>("main h1[tabindex]"))?.focus({ preventScroll: !link });
}
