/** Draws the figures of a page: the most important one is large, the others are a plain list. */
import type { ReactNode } from "react";

type Headline = { name: string; children: ReactNode; hint?: ReactNode };

export function Headline({ name, children, hint }: Headline) {
  return (
    <p>
      <span className="block text-sm text-muted">{name}</span>
      <strong className="block font-display text-4xl font-extrabold tabular-nums">{children}</strong>
      {hint && <span className="block text-sm text-muted">{hint}</span>}
    </p>
  );
}

export type NamedFigure = { name: string; value: ReactNode; hint?: string };

/** Draws a list of figures, with the names at the left and the values at the right. */
export function FigureList({ figures }: { figures: readonly NamedFigure[] }) {
  return (
    <dl>
      {figures.map(({ name, value, hint }) => (
        <div key={name} className="flex items-baseline justify-between gap-4 border-b border-line py-1.5">
          <dt>
            {name}
            {hint && <span className="block text-sm text-muted">{hint}</span>}
          </dt>
          <dd className="font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
