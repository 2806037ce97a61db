/** Runs of a rider: today's, and older ones that are not reconciled. */
import { Link } from "react-router";
import { adminDayText } from "../../domain/dates.ts";
import { RUN_KIND_NAMES, RUN_STATE_NAMES, type RunKind, type RunState } from "../../domain/run.ts";

export type ShownRun = {
  id: string;
  name: string;
  kind: RunKind;
  day: string;
  state: RunState;
  pieces: number;
};

/** `today` is the Lagos day: a run of another day says which. */
export function RiderRuns({ runs, today }: { runs: readonly ShownRun[]; today: string }) {
  return (
    <ul className="flex flex-wrap gap-x-5 @4xl:block">
      {runs.map(({ id, name, kind, day, state, pieces }) => (
        <li key={id}>
          <Link
            to={`/admin/runs/${id}`}
            className="inline-flex min-h-9 items-center font-semibold underline underline-offset-4"
          >
            {name}
          </Link>{" "}
          <span className="text-sm text-muted @4xl:whitespace-nowrap">
            {[
              RUN_KIND_NAMES[kind].toLowerCase(),
              RUN_STATE_NAMES[state].toLowerCase(),
              pieces === 1 ? "1 piece" : `${pieces} pieces`,
              ...(day === today ? [] : [adminDayText(day)]),
            ].join(", ")}
          </span>
        </li>
      ))}
    </ul>
  );
}
