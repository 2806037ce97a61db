import type { ReactNode } from "react";

/** The number of rows in a list, shown above it. */
export const ListCount = ({ children }: { children: ReactNode }) => (
  <p role="status" className="mb-2 text-sm text-muted">
    {children}
  </p>
);
