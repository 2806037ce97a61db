import type { ReactNode } from "react";

/** Draws the number of rows above a list. */
export const ListCount = ({ children }: { children: ReactNode }) => (
  <p role="status" className="mb-3 text-sm text-muted">
    {children}
  </p>
);
