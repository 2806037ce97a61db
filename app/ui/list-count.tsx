import type { ReactNode } from "react";

/** How many rows a list has, above them. */
export const ListCount = ({ children }: { children: ReactNode }) => (
  <p role="status" className="mb-2 text-sm text-muted">
    {children}
  </p>
);
