/** STAFF-40: the work that is open now. Each line has a number, an age and a button. */
import type { ReactNode } from "react";
import { formatTimeNear } from "../../domain/dates.ts";
import { countText } from "../../platform/http/list-count.ts";
import { ALL_HUBS_PATH, boardPath } from "../../road/runs/board/board-address.ts";
import { ageText, counted } from "../../road/runs/run-text.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { NamedSection } from "../../ui/named-section.tsx";
import { LINES, type WaitKind } from "./to-do.ts";
import type { ToDo } from "./to-do.server.ts";

type ToDoProps = {
  work: ToDo;
  now: Date;
  /** True while steps of the set-up are left, so that the person is not told that nothing waits. */
  settingUp: boolean;
};

export function ToDoList({ work, now, settingUp }: ToDoProps) {
  const { waits, runs, unplanned, pickups } = work;
  const kinds = (Object.keys(LINES) as WaitKind[]).filter((kind) => waits[kind]);
  const empty = kinds.length === 0 && runs.length === 0 && unplanned.length === 0 && !pickups;
  return (
    <NamedSection id="to-do" title="To do now" className="mt-6">
      {empty && settingUp ? (
        <p className="mt-2 bg-card px-4 py-3">No work waits. Finish the set-up below.</p>
      ) : empty ? (
        <p className="mt-2 border-l-8 border-go bg-card px-4 py-3 font-semibold">
          Nothing waits for you. A good day.
        </p>
      ) : (
        <ul className="mt-2 border-t border-line">
          {kinds.map((kind) => (
            <WaitLine key={kind} kind={kind} waiting={waits[kind]!} now={now} />
          ))}
          {pickups && <PickupsLine {...pickups} />}
          {unplanned.map((hub) => (
            <HubLine key={hub.id} hub={hub} />
          ))}
          {runs.map((run) => (
            <RunLine key={run.id} run={run} now={now} />
          ))}
        </ul>
      )}
    </NamedSection>
  );
}

type LineProps = { n: ReactNode; text: string; more: string; to: string; button: string; alarm?: boolean };

/** Draws a line of the list. On a phone, the age is below the text. */
function Line({ n, text, more, to, button, alarm = false }: LineProps) {
  return (
    <li className="grid grid-cols-[2.5rem_minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line py-1.5">
      <span
        className={`text-right font-display text-2xl font-extrabold tabular-nums ${alarm ? "text-stop" : ""}`}
      >
        {n}
      </span>
      <p className="min-w-0 sm:flex sm:flex-wrap sm:items-baseline sm:gap-x-4">
        <span className="block font-semibold">{text}</span>
        <span className="block text-sm text-muted">{more}</span>
      </p>
      <ButtonLink size="sm" variant="secondary" to={to} aria-label={`${button}: ${text}`}>
        {button}
      </ButtonLink>
    </li>
  );
}

function WaitLine({
  kind,
  waiting,
  now,
}: {
  kind: WaitKind;
  waiting: NonNullable<ToDo["waits"][WaitKind]>;
  now: Date;
}) {
  const { one, many, button, to, age, alarm } = LINES[kind];
  const { n, since, first } = waiting;
  const old = ageText(since, now);
  const oldest = old === "now" ? "for less than an hour" : age === "due" ? `for ${old}` : `the oldest ${old}`;
  return (
    <Line
      n={countText(n)}
      text={n === 1 ? one : many}
      more={oldest}
      to={to(first)}
      button={button}
      alarm={alarm ?? false}
    />
  );
}

function PickupsLine({ today, earlier, hubs }: NonNullable<ToDo["pickups"]>) {
  const both = [today > 0 && `${today} for today`, earlier > 0 && `${earlier} for an earlier day`]
    .filter(Boolean)
    .join(", ");
  return (
    <Line
      n={countText(today + earlier)}
      text={today + earlier === 1 ? "pickup on no run" : "pickups on no run"}
      more={both}
      to={hubs > 1 ? ALL_HUBS_PATH : "/admin/runs"}
      button="Plan"
      alarm={earlier > 0}
    />
  );
}

function HubLine({ hub: { id, name, code, dueToday, late } }: { hub: ToDo["unplanned"][number] }) {
  const both = [dueToday > 0 && `${dueToday} due today`, late > 0 && `${late} late`]
    .filter(Boolean)
    .join(", ");
  return (
    <Line
      n={countText(dueToday + late)}
      text={`to plan in ${name} (${code})`}
      more={both}
      to={boardPath({ hub: id, day: undefined })}
      button="Plan"
      alarm={late > 0}
    />
  );
}

function RunLine({ run, now }: { run: ToDo["runs"][number]; now: Date }) {
  const { id, name, holder, stops, done, last, outAt } = run;
  const progress = `${done} of ${counted(stops, "stop")}`;
  const newest = last ?? outAt;
  return (
    <Line
      n={<span className="sr-only">Out</span>}
      text={`${name} is out${holder ? `, ${holder}` : ""}`}
      more={newest ? `${progress}, last ${formatTimeNear(newest, now)}` : progress}
      to={`/admin/runs/${id}`}
      button="Open"
    />
  );
}
