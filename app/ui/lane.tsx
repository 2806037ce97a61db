/** The dashed line in the middle of the road. */
export function Lane({ className = "" }: { className?: string }) {
  return (
    <div
      aria-hidden
      className={`h-1.5 bg-[repeating-linear-gradient(90deg,var(--color-danfo)_0_28px,transparent_28px_44px)] ${className}`}
    />
  );
}
