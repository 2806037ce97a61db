/** The top of the board: its hub and day, and the link to the form for a new run. */
import { Form, useSearchParams } from "react-router";
import { useMay } from "../../../access/use-may.ts";
import { addDays, formatNearDate, lagosDay, parseLagosDay } from "../../../domain/dates.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { Field, SelectField } from "../../../ui/field.tsx";
import { Link } from "../../../ui/link.tsx";
import { PageHead } from "../../../ui/page-head.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { ALL_HUBS_PATH, boardPath } from "./board-address.ts";
import type { HubRow } from "./hub-table.server.ts";
import { HubTable } from "./hub-table.tsx";
import { RunsTabs } from "./runs-tabs.tsx";

type Hub = { id: string; name: string; code: string; closed: boolean };
type Board = {
  hub: Hub;
  hubs: readonly Hub[];
  day: string;
  today: string;
  /** Why the hub does not work on this day. Null if the hub works. */
  whyClosed: string | null;
};

export function usePlanAddress(): string {
  const [params] = useSearchParams();
  return `/admin/runs?${new URLSearchParams([...params, ["new", "1"]])}`;
}

export function BoardHead({ board, open, mayPlan }: { board: Board; open: string | null; mayPlan: boolean }) {
  const { hub, hubs, day } = board;
  const plan = usePlanAddress();
  return (
    <>
      <PageHead
        title="Runs"
        actions={
          mayPlan && (
            <ButtonLink size="sm" variant="secondary" to={plan}>
              Plan a run
            </ButtonLink>
          )
        }
      />
      <div className="mt-4">
        <RunsTabs hub={hub.id} current="board" />
      </div>
      <div className="mt-4 flex flex-wrap items-end gap-x-6 gap-y-2">
        <Form
          method="get"
          noValidate
          aria-label="Hub and day"
          className="flex max-w-full min-w-0 flex-wrap items-end gap-2"
          key={`${hub.id} ${day}`}
        >
          <div className="max-w-full min-w-0">
            <SelectField
              label="Hub"
              name="hub"
              defaultValue={hub.id}
              options={hubs.map(({ id, name, code, closed }) => ({
                value: id,
                label: `${name} (${code})${closed ? ", closed" : ""}`,
              }))}
            />
          </div>
          <div className="max-w-full min-w-0">
            <Field label="Day" type="date" name="day" defaultValue={day} />
          </div>
          <Button type="submit" variant="secondary">
            Show
          </Button>
        </Form>
        <NearDays board={board} />
        {hubs.length > 1 && (
          <p>
            <TextLink to={ALL_HUBS_PATH}>All hubs</TextLink>
          </p>
        )}
        {hub.closed && (
          <p className="basis-full">
            <strong>This hub is closed.</strong> No new run begins here. To send what is left, open it again,
            or receive it at another hub. <TextLink to={`/admin/hubs/${hub.id}`}>What is left</TextLink>
          </p>
        )}
        {open && (
          <p className="text-sm">
            <TextLink to={boardPath({ hub: hub.id, day })}>Show all groups</TextLink>
          </p>
        )}
      </div>
    </>
  );
}

/** TRIP-1: shows that the hub does not work on the day of the board. A run can still be planned. */
export function ClosedDay({ board: { hub, day, today, whyClosed } }: { board: Board }) {
  if (whyClosed === null || hub.closed || day < today) return null;
  return (
    <p className="my-3 border-l-8 border-danfo bg-card px-4 py-2">
      <strong>{`${hub.name} is closed on ${nearDayText(day)}${whyClosed && `, ${whyClosed}`}.`}</strong> A run
      can be planned for it all the same.
    </p>
  );
}

function NearDays({ board: { hub, day, today } }: { board: Board }) {
  const near = (days: number) => lagosDay(addDays(parseLagosDay(today)!, days));
  const days = [
    { name: "Yesterday", day: near(-1) },
    { name: "Today", day: today },
    { name: "Tomorrow", day: near(1) },
  ];
  return (
    <nav aria-label="Near days">
      <ul className="flex flex-wrap gap-x-4">
        {days.map(({ name, day: near }) => (
          <li key={name}>
            <Link
              to={boardPath({ hub: hub.id, day: near })}
              aria-current={near === day ? "date" : undefined}
              className="inline-flex min-h-11 items-center underline underline-offset-4 aria-[current=date]:font-bold aria-[current=date]:no-underline"
            >
              {name}
            </Link>
          </li>
        ))}
        <li className="lg:hidden">
          <a href="#runs-of-day" className="inline-flex min-h-11 items-center underline underline-offset-4">
            Its runs
          </a>
        </li>
      </ul>
    </nav>
  );
}

export const nearDayText = (day: string): string => formatNearDate(parseLagosDay(day)!);

export function AllHubs({ hubs, now }: { hubs: readonly HubRow[]; now: Date }) {
  return (
    <>
      <PageHead
        title="Runs"
        text="Open a hub to plan its day. It stays open here until you choose another."
      />
      <div className="mt-6">
        <HubTable hubs={hubs} now={now} />
      </div>
    </>
  );
}

export function NoHubs() {
  const mayAdd = useMay("manageHubs");
  return (
    <>
      <PageHead title="Runs" />
      <EmptyState
        className="mt-6"
        title="No hub yet"
        text={
          mayAdd
            ? "Runs begin at a hub. Add your first one."
            : "Runs begin at a hub. Ask a super admin to add the first one."
        }
        action={mayAdd && <ButtonLink to="/admin/hubs">Add a hub</ButtonLink>}
      />
    </>
  );
}
