import { useNavigation } from "react-router";

/** Draws a progress bar across the top of the screen until the next page is there. */
export function Progress() {
  const waiting = useNavigation().state !== "idle";
  return (
    <div
      aria-hidden
      className={`pointer-events-none fixed inset-x-0 top-0 z-50 h-1.5 overflow-hidden bg-road transition-opacity delay-150 print:hidden ${waiting ? "opacity-100" : "opacity-0"}`}
    >
      <div className={`lane h-full w-[calc(100%+44px)] text-danfo ${waiting ? "animate-lane" : ""}`} />
    </div>
  );
}
