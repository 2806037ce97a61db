import type { ReactNode } from "react";

/** For the line above the list. */
export const ListCount = ({ children }: { children: ReactNode }) => (
  <p role="status" className="mb-3 text-sm text-muted">
    {children}
  </p>
);
