import type { ReactNode } from "react";

export function Badge({ children, className = "" }: { children: ReactNode; className?: string }) {
  return (
    <span
      className={`inline-flex min-w-6 shrink-0 items-center justify-center rounded-full bg-danfo px-1.5 text-sm font-bold text-black whitespace-nowrap tabular-nums ${className}`}
    >
      {children}
    </span>
  );
}
