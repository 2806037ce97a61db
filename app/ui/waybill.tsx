import type { ReactNode } from "react";

/** A sheet of waybill stock with its perforated edge. */
export function Waybill({ children, className = "" }: { children: ReactNode; className?: string }) {
  return (
    <div className={`relative border-2 border-ink bg-card px-4 pt-7 pb-5 sm:px-6 ${className}`}>
      <span
        aria-hidden
        className="absolute inset-x-0 top-2 h-1.5 bg-[radial-gradient(circle,var(--color-ink)_2px,transparent_2.5px)] bg-[length:12px_6px]"
      />
      {children}
    </div>
  );
}
