import type { ReactNode } from "react";
import { Dialog as Radix } from "radix-ui";
import { CloseButton } from "./close-button.tsx";

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
  /**
   * True if the first field gets the focus when the dialog opens. If an element has `data-start`, that element gets the
   * focus instead. In a dialog without fields, the first button gets the focus.
   */
  startAtField?: boolean;
  /**
   * Moves the focus when the dialog closes. Without this function, the element that had the focus before gets it again.
   * So the function is needed if that element may no longer exist, for example an entry of a menu.
   */
  returnFocus?: (() => void) | undefined;
};

function focusFirstField(event: Event): void {
  const content = event.currentTarget as HTMLElement | null;
  const field =
    content?.querySelector<HTMLElement>("[data-start]") ??
    content?.querySelector<HTMLElement>("input:not([type=hidden]), select, textarea");
  if (!field) return;
  event.preventDefault();
  field.focus();
}

/** Toasts lie above the dialog. A press outside closes the dialog, but a press on a toast must not close it. */
function keepForToast(event: Event): void {
  if (event.target instanceof Element && event.target.closest("[data-toast]")) event.preventDefault();
}

/** Draws a dialog: in the middle of a wide screen, and at the bottom of a phone. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  startAtField = false,
  returnFocus,
}: Props) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black/60" />
        <Radix.Content
          onInteractOutside={keepForToast}
          onOpenAutoFocus={startAtField ? focusFirstField : undefined}
          onCloseAutoFocus={
            returnFocus &&
            ((event) => {
              event.preventDefault();
              returnFocus();
            })
          }
          {...(description ? {} : { "aria-describedby": undefined })}
          className="fixed inset-x-0 bottom-0 z-40 max-h-[92dvh] overflow-y-auto border-t-8 border-danfo bg-paper p-5 text-ink sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:w-full sm:max-w-xl sm:-translate-x-1/2 sm:-translate-y-1/2"
        >
          <div className="flex items-start justify-between gap-4">
            <Radix.Title className="font-display text-2xl font-bold">{title}</Radix.Title>
            <Radix.Close asChild>
              <CloseButton />
            </Radix.Close>
          </div>
          {description && <Radix.Description className="mt-1 text-muted">{description}</Radix.Description>}
          <div className="mt-4">{children}</div>
          {footer && <div className="mt-6 flex flex-wrap justify-end gap-3">{footer}</div>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
