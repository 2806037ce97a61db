/**
 * TRIP-12: the board of a hub's day: open pieces in the left column, runs in the right column. The board
 * works without JavaScript.
 */
import { useNavigation, useSearchParams } from "react-router";
import type { Route } from "./+types/admin-runs.route";
import { whyRoleMayNot } from "../../../access/permissions.ts";
import { adminContext } from "../../../access/principal-context.ts";
import { ownHub } from "../../../access/own-hub.server.ts";
import { staffAction } from "../../../access/staff-door.server.ts";
import { lagosDay } from "../../../domain/dates.ts";
import { formatPhone } from "../../../domain/phone.ts";
import { whyClosed } from "../../../domain/why-closed.ts";
import { servicesContext } from "../../../platform/context.ts";
import { formProps } from "../../../platform/http/form-props.ts";
import { newIdempotencyKey } from "../../../platform/http/form.server.ts";
import { formClientAction } from "../../../platform/http/network-error.ts";
import { officeMeta } from "../../../platform/http/page-meta.ts";
import type { LiveHandle } from "../../../platform/live/live-topics.ts";
import { UrlDialog } from "../../../ui/url-dialog.tsx";
import boardStyle from "./board.css?url";
import { boardOfUrl, dayIn, hubIn, showsAllHubs } from "./board-address.ts";
import { boardHubs } from "./board-hubs.server.ts";
import { boardOf, withPeople } from "./board.ts";
import { AllHubs, BoardHead, ClosedDay, NoHubs } from "./board-head.tsx";
import { BoardForm } from "./board-form.tsx";
import { BOARD_BUTTONS } from "./forms.server.ts";
import { NewRunForm } from "./new-run-form.tsx";
import { countToDecide } from "../../../parcels/regular-pickups/read-pickups.server.ts";
import { readHubTable } from "./hub-table.server.ts";
import { regularCounts, regularWithoutRun } from "../regular-stops.server.ts";
import { readOpenPieces, readPeople } from "./read-board.server.ts";
import { readRunsOfDay } from "../runs-of-day.server.ts";
import { readCarriers } from "../run-choices.server.ts";

export const handle: LiveHandle = { live: () => ["runs"] };

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: boardStyle }];

export const meta: Route.MetaFunction = (args) => officeMeta(args, "Runs");

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const admin = context.get(adminContext);
  const { db } = services;
  const params = new URL(request.url).searchParams;
  const now = services.now();
  const today = lagosDay(now);
  const day = dayIn(params, today);
  const [hubs, own] = await Promise.all([boardHubs(services), ownHub(db, admin)]);
  if (showsAllHubs(params, hubs, own))
    return { board: null, all: (await readHubTable(db, hubs, now)).rows, now };
  const here = hubIn(params, hubs, own);
  if (!here) return { board: null };
  const [open, runs, carriers, due, regular, toDecide] = await Promise.all([
    readOpenPieces(db, hubs, here, now),
    readRunsOfDay(db, { hubId: here.id, day, today }),
    readCarriers(db, here.id),
    regularWithoutRun({ services, db, at: now }, { hubId: here.id, day }),
    regularCounts(db, here.id),
    countToDecide(db),
  ]);
  const sections = boardOf(open, { hubs, here, open: params.get("open") });
  const shown = sections.flatMap(({ groups }) => groups.flatMap(({ rows }) => rows ?? []));
  return {
    board: {
      ...{ day, today, now, carriers },
      whyClosed: whyClosed(day, here, await services.company()),
      runs: runs.map((run) => ({ ...run, regular: regular.get(run.id) ?? null })),
      regular: due.map(({ id, name, phone, address, fromTime, untilTime, isOver }) => ({
        ...{ id, name, phone, phoneText: formatPhone(phone), address, fromTime, untilTime, isOver },
      })),
      toDecide,
      hub: { id: here.id, name: here.name, code: here.code, closed: here.closed },
      hubs: hubs.map(({ id, name, code, closed }) => ({ id, name, code, closed })),
      sections: withPeople(sections, await readPeople(db, shown)),
    },
    planning: params.has("new"),
    key: newIdempotencyKey(),
    mayNotPlan: whyRoleMayNot(admin.role, "planRuns"),
  };
}

export const action = staffAction({
  buttons: BOARD_BUTTONS,
  to: (_, { request }) => boardOfUrl(request.url),
});

export const clientAction = formClientAction<typeof action>();

export default function RunsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { board } = loaderData;
  const [params] = useSearchParams();
  const busy = useNavigation().state !== "idle";
  if (!board) {
    const { all, now } = loaderData;
    return all ? <AllHubs hubs={all} now={now} /> : <NoHubs />;
  }
  const { key, mayNotPlan, planning } = loaderData;
  const { hub, day, today } = board;
  const closedDay = <ClosedDay board={board} />;
  const refused = actionData && "errors" in actionData ? actionData : undefined;
  const form = { ...formProps(refused, key), busy, mayNot: mayNotPlan };
  const ofPlan = refused?.values["intent"] === "plan";
  const quiet = { ...form, errors: {}, values: {} };
  const back = boardOfUrl(`http://board/?${params}`);
  return (
    <>
      <BoardHead board={board} open={params.get("open")} mayPlan={mayNotPlan === null && !hub.closed} />
      {closedDay}
      <BoardForm
        key={`${hub.id} ${day}`}
        board={board}
        form={ofPlan ? quiet : form}
        partly={actionData && "partly" in actionData ? actionData.partly : null}
      />
      {planning && (
        <UrlDialog title="Plan a run" closeTo={back}>
          {closedDay}
          <NewRunForm
            {...(ofPlan ? form : quiet)}
            choices={{
              ...board.carriers,
              hubs: board.hubs
                .filter(({ closed }) => !closed)
                .map(({ id, name }) => ({ value: id, label: name })),
            }}
            {...{ hub: hub.id, day: day < today ? today : day, today }}
          />
        </UrlDialog>
      )}
    </>
  );
}
