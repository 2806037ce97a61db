import type { ReactNode } from "react";

/**
 * A sheet of waybill stock, torn off its pad along the holes. `onCard` where the sheet lies on a card-coloured ground:
 * the holes show what is below.
 */
export function Waybill({
  children,
  className = "",
  onCard = false,
}: {
  children: ReactNode;
  className?: string;
  onCard?: boolean;
}) {
  const sheet = onCard ? "[--ground:var(--color-card)] bg-paper" : "[--ground:var(--color-paper)] bg-card";
  return (
    <div className={`relative border-2 border-ink px-4 pt-7 pb-6 sm:px-6 ${sheet} ${className}`}>
      <span aria-hidden className="perforation absolute inset-x-0 -top-0.5 h-2" />
      <span aria-hidden className="perforation absolute inset-x-0 -bottom-0.5 h-2 rotate-180" />
      {children}
    </div>
  );
}
