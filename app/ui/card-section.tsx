import type { ReactNode } from "react";

type Props = { id: string; title: string; className?: string; children: ReactNode };

/** Draws a part of a page as a card. Assistive technology finds the part by its heading. */
export function CardSection({ id, title, className = "", children }: Props) {
  return (
    <section aria-labelledby={id} className={`bg-card p-4 ${className}`}>
      <h2 id={id} className="font-display text-xl font-bold">
        {title}
      </h2>
      {children}
    </section>
  );
}
