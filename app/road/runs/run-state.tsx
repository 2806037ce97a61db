/** Shows the state of a run in the style of a rubber stamp. */
import { RUN_STATE_NAMES, type RunState } from "../../domain/run.ts";

const LOOKS: Record<RunState, string> = {
  planned: "border-line text-ink",
  loaded: "border-ink text-ink",
  out: "border-sky text-sky",
  returned: "border-ink bg-ink text-paper",
  reconciled: "border-transparent text-go",
};

export function RunStateStamp({ state }: { state: RunState }) {
  return (
    <span
      className={`inline-flex items-center border px-1.5 font-display text-[0.8125rem] leading-6 font-extrabold tracking-wide whitespace-nowrap uppercase ${LOOKS[state]}`}
    >
      {RUN_STATE_NAMES[state]}
    </span>
  );
}
