import type { ReactNode } from "react";

/** Draws the heading of a page. It gets the focus when a new page opens. */
export function PageHead({ title, text, actions }: { title: string; text?: ReactNode; actions?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-4">
      <div className="min-w-0">
        <h1 tabIndex={-1} className="font-display text-3xl font-extrabold sm:text-4xl">
          {title}
        </h1>
        {text && <p className="mt-2 max-w-prose text-muted">{text}</p>}
      </div>
      {actions}
    </div>
  );
}
