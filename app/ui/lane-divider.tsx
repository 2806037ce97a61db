/** Draws a dashed line between two parts. `progress` (0 to 1) shows a progress that the text also states. */
export function LaneDivider({ className = "", progress }: { className?: string; progress?: number }) {
  if (progress === undefined) return <div aria-hidden className={`lane h-1.5 text-danfo ${className}`} />;
  const gone = `${Math.round(Math.min(1, Math.max(0, progress)) * 100)}%`;
  return (
    <div aria-hidden className={`relative h-4 bg-road ${className}`}>
      <div className="lane absolute inset-x-0 top-1/2 h-1 -translate-y-1/2 text-[#6b6250]" />
      <div className="absolute inset-y-0 left-0 overflow-hidden" style={{ width: gone }}>
        <div className="lane absolute inset-x-0 top-1/2 h-1 -translate-y-1/2 text-danfo" />
      </div>
      <div
        className="absolute top-1/2 h-6 w-9 -translate-x-1/2 -translate-y-1/2 border-2 border-black bg-danfo"
        style={{ left: `clamp(1.125rem, ${gone}, calc(100% - 1.125rem))` }}
      />
    </div>
  );
}
