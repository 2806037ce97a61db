import type { ReactNode } from "react";

/** The number of rows, for the line above a list. */
export const ListCount = ({ children }: { children: ReactNode }) => (
  <p role="status" className="mb-3 text-sm text-muted">
    {children}
  </p>
);
