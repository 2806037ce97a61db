import type { ReactNode } from "react";
import { CircleCheck, Clock3, Truck, TriangleAlert } from "lucide-react";

type Tone = "wait" | "move" | "good" | "bad";
const LOOKS = {
  wait: { icon: Clock3, className: "border-ink bg-danfo text-black" },
  move: { icon: Truck, className: "border-sky text-sky" },
  good: { icon: CircleCheck, className: "border-go text-go" },
  bad: { icon: TriangleAlert, className: "border-stop text-stop" },
};

/** WEB-11: draws a status as colour, icon and word, because colour alone is not enough. */
export function StatusBadge({ tone, children }: { tone: Tone; children: ReactNode }) {
  const { icon: Icon, className } = LOOKS[tone];
  return (
    <span
      className={`inline-flex items-center gap-1.5 -rotate-2 rounded-[3px] border-4 border-double px-2 py-0.5 font-display text-sm leading-tight font-extrabold tracking-wider uppercase md:whitespace-nowrap ${className}`}
    >
      <Icon aria-hidden className="size-4" />
      {children}
    </span>
  );
}
