/** TRIP-23: shows the work of all hubs in one table. */
import { numberText } from "../../../platform/http/list-count.ts";
import { DataTable, type Column } from "../../../ui/table.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { boardPath } from "./board-address.ts";
import { ageText, ageWords } from "../run-text.ts";
import type { HubRow } from "./hub-table.server.ts";

const NONE = <span className="text-muted">0</span>;
const count = (n: number) => (n === 0 ? NONE : numberText(n));
const alarm = (n: number) => (n === 0 ? NONE : <strong className="text-stop">{numberText(n)}</strong>);

const columns = (now: Date): Column<HubRow>[] => [
  {
    key: "hub",
    header: "Hub",
    primary: true,
    cell: ({ id, name, code, closed }) => (
      <TextLink to={boardPath({ hub: id, day: undefined })}>
        {name} ({code}){closed && ", closed"}
      </TextLink>
    ),
  },
  { key: "pickups", header: "To pick up", align: "right", cell: ({ toPickUp }) => count(toPickUp) },
  { key: "plan", header: "To plan", align: "right", cell: ({ toPlan }) => count(toPlan) },
  { key: "due", header: "Due today", align: "right", cell: ({ dueToday }) => count(dueToday) },
  { key: "late", header: "Late", align: "right", cell: ({ late }) => alarm(late) },
  { key: "out", header: "Runs out", align: "right", cell: ({ runsOut }) => count(runsOut) },
  {
    key: "oldest",
    header: "Oldest",
    align: "right",
    cell: ({ oldest }) =>
      oldest ? (
        <>
          <span aria-hidden>{ageText(oldest, now)}</span>
          <span className="sr-only">{ageWords(oldest, now)}</span>
        </>
      ) : (
        <span className="text-muted">none</span>
      ),
  },
];

export function HubTable({ hubs, now }: { hubs: readonly HubRow[]; now: Date }) {
  return (
    <DataTable caption="Pieces and runs of each hub" columns={columns(now)} rows={hubs} rowKey="id" compact />
  );
}
