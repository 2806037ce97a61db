/** TRIP-16: a run's page, from the plan until the run is closed. Each button works without JavaScript. */
import { data, useNavigation, useSearchParams } from "react-router";
import type { Route } from "./+types/admin-run.route";
import type { Admin } from "../../../access/actor.ts";
import { refuseOtherHub } from "../../../access/own-hub.server.ts";
import { whyRoleMayNot } from "../../../access/permissions.ts";
import { adminContext } from "../../../access/principal-context.ts";
import { staffAction } from "../../../access/staff-door.server.ts";
import { formatPhone } from "../../../domain/phone.ts";
import { servicesContext } from "../../../platform/context.ts";
import type { Db } from "../../../platform/db/client.server.ts";
import { formProps } from "../../../platform/http/form-props.ts";
import { newIdempotencyKey } from "../../../platform/http/form.server.ts";
import { formClientAction } from "../../../platform/http/network-error.ts";
import { officeMeta } from "../../../platform/http/page-meta.ts";
import { refusalText } from "../../../platform/http/result.ts";
import type { LiveHandle } from "../../../platform/live/live-topics.ts";
import { Button } from "../../../ui/button.tsx";
import { FormErrors } from "../../../ui/form.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { boardPath } from "../board/board-address.ts";
import { ENTRY_BUTTONS } from "../../entries/entry-buttons.server.ts";
import { IncidentList } from "./incident-list.tsx";
import { PickedBar } from "./picked-bar.tsx";
import { dueOf, dueText } from "../due.ts";
import { incidentsOfRun, type IncidentOfRun } from "./read-incidents.server.ts";
import { otherRuns, readExtraBack, readPiecesOfRun, readRun, type RunOfPage } from "./read-run.server.ts";
import { RegularList } from "./regular-list.tsx";
import { dueRegular, regularOfRun } from "../regular-stops.server.ts";
import { RestDelivered } from "./rest-delivered.tsx";
import { RUN_BUTTONS } from "./run-buttons.server.ts";
import { needPin } from "../../entries/office-proof.server.ts";
import { readCarriers } from "../run-choices.server.ts";
import { RunForm, type RunForms } from "./run-form.tsx";
import { enteredSeen } from "../../entries/entered-meanwhile.server.ts";
import { RunHead } from "./run-head.tsx";
import { LoadField, RunNext } from "./run-next.tsx";
import { RunNumbers } from "./run-numbers.tsx";
import { countFigures, progressFigures } from "./run-figures.ts";
import { countsOf, fateOf, leftOf, nextStep, stopsIn, type PieceOnRun } from "./run-page.ts";
import { RunSide } from "./run-side.tsx";
import { TownList } from "./piece-line.tsx";
import { StopList } from "./stop-list.tsx";

export const handle: LiveHandle = { live: ({ id }) => [`run:${id}`] };

export const meta: Route.MetaFunction = (args) =>
  officeMeta(args, (args.loaderData as { page: RunOfPage } | undefined)?.page.run.name ?? "Run");

export async function loader({ params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const admin = context.get(adminContext);
  const { db } = services;
  const page = await readRun(db, params.id);
  if (!page) throw data("There is no such run.", { status: 404 });
  const { run, rider, partner } = page;
  const [pieces, extra, others, carriers, mayNot, seen, incidents, regular, due] = await Promise.all([
    readPiecesOfRun(db, run),
    readExtraBack(db, run),
    otherRuns(db, run),
    readCarriers(db, run.hubId),
    refusals(db, admin, run),
    enteredSeen(db, run.id),
    incidentsOfRun(db, run.id),
    run.kind === "pickup" ? regularOfRun(db, run.id) : [],
    run.kind === "pickup" ? dueRegular({ services, db, at: services.now() }, run) : [],
  ]);
  const pinNeeded = await needPin(services, run, pieces);
  const phone = (text: string | null | undefined) => (text ? formatPhone(text) : null);
  return {
    ...{
      page,
      pieces,
      extra,
      others,
      carriers,
      mayNot,
      pinNeeded,
      seen,
      incidents,
      regular,
      waiting: due.length,
    },
    phones: { rider: phone(rider?.phone), driver: phone(run.driverPhone), partner: phone(partner?.phone) },
    now: services.now(),
    key: newIdempotencyKey(),
  };
}

/**
 * Returns the reasons why a person may not plan this run, load it, or do the hub's work on it. The reason is the
 * person's role or hub. Null means that the person may.
 */
async function refusals(
  db: Db,
  admin: Admin,
  { hubId, toHubId }: RunOfPage["run"],
): Promise<RunForms["mayNot"]> {
  const [either, leaving] = await Promise.all([
    refuseOtherHub(db, admin, hubId, toHubId),
    refuseOtherHub(db, admin, hubId),
  ]);
  return {
    plan: whyRoleMayNot(admin.role, "planRuns"),
    load: whyRoleMayNot(admin.role, "loadRuns") ?? (leaving && refusalText(leaving)),
    work: whyRoleMayNot(admin.role, "workHub") ?? (either && refusalText(either)),
  };
}

export const action = staffAction({
  buttons: { ...RUN_BUTTONS, ...ENTRY_BUTTONS },
  of: ({ id }) => ({ run: id ?? "" }),
  to: ({ id }) => `/admin/runs/${id}`,
});

export const clientAction = formClientAction<typeof action>();

export default function RunPage({ loaderData, actionData }: Route.ComponentProps) {
  const { page, pieces, extra, others, carriers, mayNot, pinNeeded, seen, phones, now, key } = loaderData;
  const { regular, waiting } = loaderData;
  const { run, rider, partner } = page;
  const [params] = useSearchParams();
  const forms: RunForms = {
    ...formProps(actionData, key),
    version: run.version,
    busy: useNavigation().state !== "idle",
    pinNeeded,
    mayNot,
    seen,
  };
  const counts = countsOf(run, pieces, extra);
  const figures = counts
    ? countFigures(run.kind, counts)
    : run.state === "out"
      ? progressFigures(run.kind, pieces)
      : [];
  const stops = stopsIn(run.kind, pieces);
  const due = dueOfRun(run, pieces, now);
  const left = leftOf(run.kind, pieces);
  const next = nextStep({ ...run, holder: rider !== null || partner !== null }, pieces);
  const open = pieces.filter(({ outcome }) => outcome === null).length;
  const carried = pieces.filter((piece) => fateOf(run.kind, piece) !== "off").length;
  const picks = (run.state === "planned" || run.state === "loaded") && mayNot.plan === null && open > 0;
  const back = run.toHubId ?? run.hubId;
  const scanBack = `/admin/scan?${new URLSearchParams({ mode: "return", hub: back, run: run.id })}`;
  const entries = run.kind === "delivery" && (run.state === "out" || run.state === "returned");
  return (
    <>
      <RunHead {...{ page, phones, now }} />
      {forms.errors["form"] && (
        <div className="mt-4">
          <FormErrors errors={{ form: forms.errors["form"] }} title="Nothing was changed" />
        </div>
      )}
      {due && <p className="mt-3 font-semibold">{due}</p>}
      {figures.length > 0 && pieces.length > 0 && <RunNumbers figures={figures} />}
      {counts?.of === "load" && <LoadField {...{ counts, next, forms }} />}
      {(open + regular.length > 0 || run.state !== "planned" || next === "holder") && (
        <RunNext {...{ next, counts, forms, scanBack }} />
      )}
      <Notes run={run} incidents={loaderData.incidents} />
      {entries && (
        <RestDelivered runId={run.id} {...{ left, stops, forms }} asked={params.get("confirm") === "rest"} />
      )}
      <div className="mt-8 grid items-start gap-8 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <section aria-labelledby="stops" className="group/picks min-w-0">
          <RegularList {...{ run, regular, waiting, forms }} />
          <h2 id="stops" className="mb-2 font-display text-xl font-bold">
            {run.kind === "linehaul" ? "Pieces" : "Stops"}{" "}
            <span className="text-muted tabular-nums">
              {run.kind === "linehaul" ? carried : stops.length}
            </span>
          </h2>
          {stops.length === 0 && <NoPieces {...{ run, forms }} />}
          {stops.length > 0 &&
            (run.kind === "linehaul" ? (
              <TownList {...{ pieces, picks }} kind={run.kind} />
            ) : (
              <StopList {...{ run, stops, forms, picks }} />
            ))}
          {picks && <PickedBar forms={forms} others={others} canTakeOff={run.state === "planned"} />}
        </section>
        <RunSide {...{ page, forms, others, open }} riders={carriers.riders} partners={carriers.partners} />
      </div>
    </>
  );
}

/**
 * Says how many pieces are late or due today. Empty for a pickup run, because the promised day is the day of delivery,
 * which is after the pickup.
 */
const dueOfRun = ({ kind }: RunOfPage["run"], pieces: readonly PieceOnRun[], now: Date): string =>
  kind === "pickup"
    ? ""
    : dueText(
        pieces
          .filter(({ outcome, returning }) => outcome === null && !returning)
          .map(({ promisedDay }) => dueOf(promisedDay, now)),
      );

type NotesProps = Pick<RunOfPage, "run"> & { incidents: readonly IncidentOfRun[] };

/**
 * Shows the reasons for differences that were entered when the run was sealed or closed, who closed the run, and its
 * incidents.
 */
function Notes({ run: { sealNote, closeNote, closedByName }, incidents }: NotesProps) {
  return (
    <>
      {(sealNote || closeNote || closedByName) && (
        <div className="mt-4 grid gap-1 text-sm wrap-anywhere">
          {sealNote && <p>Sealed with a difference: {sealNote}</p>}
          {closeNote && <p>Closed with a difference: {closeNote}</p>}
          {closedByName && <p className="text-muted">Closed by {closedByName}</p>}
        </div>
      )}
      <IncidentList list={incidents} />
    </>
  );
}

/** Shows that a run without pieces has no next step. A run planned by mistake can be closed here. */
const NoPieces = ({ run, forms }: Pick<RunOfPage, "run"> & { forms: RunForms }) => (
  <EmptyState
    title="Nothing on this run"
    action={
      run.state === "planned" && (
        <div className="grid justify-items-center gap-3">
          <TextLink to={boardPath({ hub: run.hubId, day: run.day })}>Assign parcels on the board</TextLink>
          {forms.mayNot.work === null && (
            <RunForm forms={forms} name="Close the empty run" intent="reconcile">
              <Button type="submit" size="sm" variant="secondary" busy={forms.busy} busyLabel="Closing...">
                Close the empty run
              </Button>
            </RunForm>
          )}
        </div>
      )
    }
  />
);
