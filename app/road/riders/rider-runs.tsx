/** Lists the runs of a rider: today's runs, and older runs that are not reconciled. */
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
  stops?: readonly { stop: number; town: string; pieces: number; open: number }[];
};

/** `today`: the Lagos day. A run of any other day shows its day. */
export function RiderRuns({ runs, today }: { runs: readonly ShownRun[]; today: string }) {
  return (
    <ul className="flex flex-wrap gap-x-5 @4xl:block">
      {runs.map(({ id, name, kind, day, state, pieces, stops }) => (
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
          {stops && stops.length > 0 && <StopsLeft stops={stops} />}
        </li>
      ))}
    </ul>
  );
}

/**
 * RIDER-2: shows the stops that the rider has not finished. Such a stop has pieces for which no delivery, attempt or
 * pickup was entered.
 */
function StopsLeft({ stops }: { stops: NonNullable<ShownRun["stops"]> }) {
  const left = stops.filter(({ open }) => open > 0);
  return (
    <div className="mb-3">
      <p>
        {left.length === 0
          ? `No stop left of ${stops.length}.`
          : `${left.length} of ${stops.length === 1 ? "1 stop" : `${stops.length} stops`} left:`}
      </p>
      {left.length > 0 && (
        <ol className="mt-1 flex flex-wrap gap-x-5 gap-y-1 text-sm">
          {left.map(({ stop, town, open }) => (
            <li key={stop}>
              {stop}. {town}
              {open > 1 && ` (${open} pieces)`}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
