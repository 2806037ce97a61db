import type { ReactNode } from "react";

type Named = { id: string; title: ReactNode; className?: string; headClass?: string; children: ReactNode };

/** Draws a part of a page that assistive technology finds by its heading. */
export function NamedSection({
  id,
  title,
  className,
  headClass = "font-display text-xl font-bold",
  children,
}: Named) {
  return (
    <section aria-labelledby={id} className={className}>
      <h2 id={id} className={headClass}>
        {title}
      </h2>
      {children}
    </section>
  );
}
