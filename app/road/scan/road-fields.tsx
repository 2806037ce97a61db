/** SCAN-6: the fields for the hub and the run of the scans. */
import { RUN_STATE_NAMES } from "../../domain/run.ts";
import { SelectField } from "../../ui/field.tsx";
import { namesRun, runsFor, type RoadOfPage, type RunOfScanPage } from "./road-of-page.ts";
import { HAND_TO, HAND_TO_WORDS, type HandTo } from "./scan-modes.ts";
import type { ScanTask } from "./scan.ts";

type Props = {
  task: ScanTask;
  road: RoadOfPage;
  onChange: (change: Partial<ScanTask>) => void;
  errors: Record<string, string> | null;
  disabled: boolean;
};

export function RoadFields({ task, road, onChange, errors, disabled }: Props) {
  if (task.mode === "find") return null;
  const runs = runsFor(road.runs, task);
  return (
    <fieldset disabled={disabled} className="grid gap-3 sm:max-lg:grid-cols-2">
      <legend className="sr-only">Where</legend>
      <SelectField
        label="Hub"
        name="hub"
        value={task.hub}
        onChange={({ currentTarget: { value } }) => onChange({ hub: value })}
        {...errorOf(errors, "hub")}
        options={[
          ...(road.hubs.length === 1 ? [] : [{ value: "", label: "Choose the hub" }]),
          ...road.hubs.map(({ id, name, code }) => ({ value: id, label: `${name} (${code})` })),
        ]}
      />
      {task.mode === "hand_over" && (
        <SelectField
          label="To"
          name="to"
          value={task.to}
          onChange={({ currentTarget: { value } }) => onChange({ to: value as HandTo })}
          options={HAND_TO_WORDS.map((to) => ({ value: to, label: HAND_TO[to] }))}
        />
      )}
      {namesRun(task) && (
        <SelectField
          label="Run"
          name="run"
          value={task.run}
          onChange={({ currentTarget: { value } }) => onChange({ run: value })}
          {...errorOf(errors, "run")}
          {...(runs.length === 0 ? { hint: NONE[task.mode] } : {})}
          options={[
            { value: "", label: runs.length === 0 ? "No run" : "Choose the run" },
            ...runs.map((run) => ({ value: run.id, label: runText(run) })),
          ]}
        />
      )}
    </fieldset>
  );
}

const errorOf = (errors: Record<string, string> | null, name: string) =>
  errors?.[name] ? { error: errors[name] } : {};

const NONE: Record<string, string> = {
  load: "No run of this hub waits to be loaded today. The dispatcher plans one under Runs.",
  return: "No run of this hub is out.",
  hand_over: "No run of this hub has a rider.",
};

const runText = ({ name, holder, state }: RunOfScanPage): string =>
  [name, holder ?? "no rider yet", RUN_STATE_NAMES[state].toLowerCase()].join(" · ");
