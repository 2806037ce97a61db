import type { ReactNode } from "react";

const SHEETS = {
  paper: "[--ground:var(--color-paper)] bg-card",
  card: "[--ground:var(--color-card)] bg-paper",
  danfo: "[--ground:var(--color-danfo)] bg-paper",
};

/** Draws a card with holes. `on` is the colour behind the card, which shows through the holes. */
export function PerforatedCard({
  children,
  className = "",
  on = "paper",
}: {
  children: ReactNode;
  className?: string;
  on?: keyof typeof SHEETS;
}) {
  return (
    <div className={`relative px-4 pt-7 pb-6 sm:px-6 ${SHEETS[on]} ${className}`}>
      <span aria-hidden className="perforation absolute inset-x-0 top-0 h-2" />
      <span aria-hidden className="perforation absolute inset-x-0 bottom-0 h-2 rotate-180" />
      {children}
    </div>
  );
}
