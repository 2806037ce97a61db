import type { ReactNode } from "react";

type Props = { legend: string; children: ReactNode };

export const FieldGroup = ({ legend, children }: Props) => (
  <fieldset className="grid gap-4">
    <legend className="mb-3 font-display text-xl font-bold">{legend}</legend>
    {children}
  </fieldset>
);
