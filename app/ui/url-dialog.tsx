import { useSyncExternalStore, type ReactNode } from "react";
import { useNavigate } from "react-router";
import { Dialog } from "./dialog.tsx";

const never = () => () => {};

/**
 * A dialog that is open because the URL says so. Without JavaScript, and until it runs, it is a section of the page, so
 * that its form works as a plain form. `closeTo` is the URL without it.
 */
export function UrlDialog({
  title,
  text,
  closeTo,
  children,
}: {
  title: string;
  text?: ReactNode;
  closeTo: string;
  children: ReactNode;
}) {
  const navigate = useNavigate();
  const running = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  if (!running) {
    return (
      <section aria-label={title} className="mt-6 border-2 border-t-8 border-ink border-t-danfo bg-paper p-5">
        <h2 className="font-display text-2xl font-bold">{title}</h2>
        {text && <p className="mt-1 text-muted">{text}</p>}
        <div className="mt-4">{children}</div>
      </section>
    );
  }
  return (
    <Dialog
      open
      startAtField
      onOpenChange={(open) => !open && void navigate(closeTo, { preventScrollReset: true })}
      title={title}
      description={text}
    >
      {children}
    </Dialog>
  );
}
