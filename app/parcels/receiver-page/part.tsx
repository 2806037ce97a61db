/** Draws a part of the receiver's page. Assistive technology finds a part by its heading. */
import type { ReactNode } from "react";

export function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="mt-6">
      <h2 id={id} className="font-display text-lg font-bold">
        {title}
      </h2>
      <div className="mt-1 grid gap-1">{children}</div>
    </section>
  );
}
