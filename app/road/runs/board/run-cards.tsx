/** TRIP-12: the right side of the board: a column for each run, with its stops by town, load and state. */
import { addDays, adminDayText, formatAdminDateTime, lagosDay } from "../../../domain/dates.ts";
import { formatNaira } from "../../../domain/money.ts";
import { Amount } from "../../../ui/amount.tsx";
import { Link } from "../../../ui/link.tsx";
import { NamedSection } from "../../../ui/named-section.tsx";
import { nearDayText } from "./board-head.tsx";
import { counted, kindText, loadText, stillOpenText, townsOf } from "../run-text.ts";
import type { RunOfDay } from "../runs-of-day.server.ts";
import { RunStateStamp } from "../run-state.tsx";

type Shown = {
  day: string;
  now: Date;
  hubCodes: Readonly<Record<string, string>>;
};

function RunCard({ run, day, now, hubCodes }: Shown & { run: RunOfDay }) {
  const { id, name, kind, state, holder, stops, collectKobo, expectedAt } = run;
  const toHub = run.toHubId && (hubCodes[run.toHubId] ?? "another hub");
  const fromHub = run.toHubId && hubCodes[run.hubId];
  const late = expectedAt !== null && state === "out" && expectedAt < now;
  return (
    <article className="bg-card p-3" aria-labelledby={`run-${id}`}>
      <div className="flex items-center justify-between gap-2">
        <h3 id={`run-${id}`} className="font-display font-bold">
          <Link
            to={`/admin/runs/${id}`}
            className="inline-flex min-h-11 items-center underline underline-offset-4"
          >
            {name}
          </Link>
        </h3>
        <RunStateStamp state={state} />
      </div>
      <p className="text-sm">
        <strong>{holder ?? "Nobody yet"}</strong>
        <span className="text-muted">
          {" "}
          · {fromHub && toHub ? `${fromHub} to ${toHub}` : kindText(kind, null)}
          {run.day !== day && ` · ${adminDayText(run.day)}`}
        </span>
      </p>
      {expectedAt && (
        <p className={`text-sm ${late ? "font-semibold text-stop" : "text-muted"}`}>
          {late ? "Overdue since" : "Expected"} {formatAdminDateTime(expectedAt)}
        </p>
      )}
      <p className="mt-1 flex flex-wrap justify-between gap-x-3 text-sm tabular-nums">
        <span>{loadText(run)}</span>
        {collectKobo > 0 && <Amount>{formatNaira(collectKobo)}</Amount>}
      </p>
      {run.regular && (
        <p className="text-sm tabular-nums">
          {counted(run.regular.all, "regular pickup")}
          {state !== "planned" && `, ${run.regular.left} left`}
        </p>
      )}
      {kind !== "linehaul" && stops.length > 0 && <Towns run={run} />}
    </article>
  );
}

const MOST_TOWNS = 6;

/** Lists the stops of a run. Consecutive stops in the same town share a line. Finished stops are grey. */
function Towns({ run: { stops, state } }: { run: RunOfDay }) {
  const towns = townsOf(stops);
  const shown = towns.slice(0, MOST_TOWNS);
  const left = state === "out" || state === "returned";
  return (
    <ol className="mt-1 border-t border-line pt-1 text-sm">
      {shown.map(({ town, from, to, pieces, open }) => (
        <li
          key={from}
          className={`grid grid-cols-[3rem_minmax(0,1fr)_auto] ${open === 0 ? "text-muted" : ""}`}
        >
          <span className="text-muted tabular-nums">{from === to ? from : `${from}–${to}`}</span>
          <span className="truncate">{town}</span>
          <span className="tabular-nums">{left ? `${open} of ${pieces} left` : pieces}</span>
        </li>
      ))}
      {towns.length > shown.length && (
        <li className="text-muted">and {counted(towns.length - shown.length, "more town")}</li>
      )}
    </ol>
  );
}

type ColumnsProps = Omit<Shown, "hubCodes"> & {
  runs: readonly RunOfDay[];
  hubs: readonly { id: string; code: string }[];
};

/** Shows the runs of earlier days that are not closed, and below them the runs of the board's day. */
export function RunColumns({ runs, day, now, hubs }: ColumnsProps) {
  const hubCodes = Object.fromEntries(hubs.map(({ id, code }) => [id, code]));
  const cards = (some: readonly RunOfDay[]) => (
    <div className="mt-2 grid gap-3 sm:grid-cols-2 lg:grid-cols-1 2xl:grid-cols-2">
      {some.map((run) => (
        <RunCard key={run.id} {...{ run, day, now, hubCodes }} />
      ))}
    </div>
  );
  const ofDay = runs.filter((run) => run.day === day);
  const before = runs.filter((run) => run.day !== day);
  return (
    <div className="grid min-w-0 gap-8">
      {before.length > 0 && (
        <NamedSection
          id="runs-before"
          title={
            <>
              {stillOpenText(
                before.map((run) => run.day),
                lagosDay(addDays(now, -1)),
              )}{" "}
              <span className="text-muted tabular-nums">{before.length}</span>
            </>
          }
        >
          {cards(before)}
        </NamedSection>
      )}
      <NamedSection
        id="runs-of-day"
        title={
          <>
            {nearDayText(day)} <span className="text-muted tabular-nums">{ofDay.length}</span>
          </>
        }
      >
        {ofDay.length > 0 ? cards(ofDay) : <p className="mt-2 text-muted">No run on this day yet.</p>}
      </NamedSection>
    </div>
  );
}
