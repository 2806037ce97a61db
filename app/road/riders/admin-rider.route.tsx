/** RIDER-2, RIDER-3: one rider: runs, pieces held now, details, and leaving. */
import { data, useNavigation } from "react-router";
import type { Route } from "./+types/admin-rider.route";
import { refusal } from "../../access/permissions.ts";
import { adminContext } from "../../access/principal-context.ts";
import { formatAdminDate, lagosDay } from "../../domain/dates.ts";
import { formatPhone } from "../../domain/phone.ts";
import { readActiveHubs } from "../../places/hubs.server.ts";
import { servicesContext } from "../../platform/context.ts";
import { formAction } from "../../platform/http/form-action.server.ts";
import { formProps } from "../../platform/http/form-props.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { parsePageParams } from "../../platform/http/keyset.ts";
import { withFormError } from "../../platform/http/network-error.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import type { ActionResult } from "../../platform/http/result.ts";
import { uuidParam } from "../../platform/http/uuid.ts";
import type { LiveHandle } from "../../platform/live/live-topics.ts";
import { BackLink } from "../../ui/back-link.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { CardSection } from "../../ui/card-section.tsx";
import { SelectField } from "../../ui/field.tsx";
import { FormErrors } from "../../ui/form.tsx";
import { NamedSection } from "../../ui/named-section.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { PermittedForm } from "../../ui/permitted-fields.tsx";
import { HeldPieces } from "../hubs/held-pieces.tsx";
import { HubCode } from "../hubs/hub-code.tsx";
import { piecesHeldBy } from "../hubs/hubs.server.ts";
import { RIDER_BUTTONS } from "./forms.server.ts";
import { HANDED_OVER } from "./handed-over.ts";
import { RIDER_GONE } from "./messages.ts";
import { RiderForm, riderTexts, type HubOption } from "./rider-fields.tsx";
import { RiderRuns, type ShownRun } from "./rider-runs.tsx";
import { listRiders, piecesWithRiders, readRider, runsOfRiders } from "./riders.server.ts";

export const handle: LiveHandle = { live: () => ["runs", "bookings"] };
export const meta: Route.MetaFunction = (args) => officeMeta(args, "Rider");

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db, now } = context.get(servicesContext);
  const id = uuidParam(params.id);
  const rider = id && (await readRider(db, id));
  if (!rider) throw data(RIDER_GONE, { status: 404 });
  const today = lagosDay(now());
  const page = parsePageParams(new URL(request.url).searchParams);
  const [runs, held, count, hubs, others] = await Promise.all([
    runsOfRiders(db, today, rider.id),
    piecesHeldBy(db, "rider", rider.id, page),
    piecesWithRiders(db, rider.id),
    readActiveHubs(db),
    listRiders(db, false),
  ]);
  const own = { id: rider.hubId, name: rider.hubName };
  return {
    rider,
    today,
    runs,
    held,
    heldCount: count.get(rider.id) ?? 0,
    hubs: [
      ...(hubs.some((hub) => hub.id === own.id) ? [] : [{ ...own, name: `${own.name} (closed)` }]),
      ...hubs.map(({ id: hubId, name }) => ({ id: hubId, name })),
    ],
    takers: others
      .filter((other) => other.hubId === rider.hubId && other.id !== rider.id)
      .map(({ id: other, name }) => ({ id: other, name })),
    key: newIdempotencyKey(),
    mayNot: refusal(context.get(adminContext).role, "manageRiders"),
  };
}

export const action = formAction({
  actor: (context) => context.get(adminContext),
  buttons: RIDER_BUTTONS,
  of: ({ id = "" }) => ({ id }),
  to: ({ id }) => `/admin/riders/${id}`,
});

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  withFormError(request, serverAction);

export default function RiderPage({ loaderData, actionData }: Route.ComponentProps) {
  const { rider, today, runs, held, heldCount, hubs, takers, key, mayNot } = loaderData;
  const intent = actionData?.values["intent"] ?? "";
  const refused = (of: string) => (intent === of ? actionData : undefined);
  const left = rider.leftAt !== null;
  return (
    <>
      <p>
        <BackLink to="/admin/riders">All riders</BackLink>
      </p>
      <PageHead
        title={rider.name}
        text={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <HubCode code={rider.hubCode} />
            {rider.hubName}
            {rider.phone && (
              <a
                href={`tel:${rider.phone}`}
                className="inline-flex min-h-11 items-center underline underline-offset-4"
              >
                {formatPhone(rider.phone)}
              </a>
            )}
          </span>
        }
        actions={
          <ButtonLink size="sm" variant="secondary" to="#details">
            Details
          </ButtonLink>
        }
      />
      {rider.leftAt && (
        <p role="status" className="mt-4 max-w-3xl border-l-8 border-stop bg-card px-4 py-3">
          <strong>{`Left on ${formatAdminDate(rider.leftAt)}.`}</strong>{" "}
          {heldCount > 0 && "What they still hold must come back to the hub: receive it there."}
        </p>
      )}
      <NamedSection id="runs" title="Runs" className="mt-8">
        {runs.length === 0 ? (
          <p className="mt-2 text-muted">No run today.</p>
        ) : (
          <div className="mt-2">
            <RiderRuns runs={runs} today={today} />
          </div>
        )}
      </NamedSection>
      <HeldPieces title="Pieces held now" held={held} count={heldCount} empty="Nothing." />
      <div className="mt-10 grid max-w-3xl gap-6">
        <CardSection id="details" title="Details" className="sm:p-6">
          <div className="mt-4">
            <RiderForm
              key={`${rider.id} ${rider.version}`}
              {...formProps(refused(""), key, riderTexts(rider))}
              hubs={hubs}
              mayNot={mayNot}
              version={rider.version}
            />
          </div>
        </CardSection>
        {left ? (
          <BackAgain rider={rider} formKey={key} mayNot={mayNot} refused={refused("return")} />
        ) : (
          <Leaving {...{ rider, runs, takers, mayNot }} formKey={key} refused={refused("leave")} />
        )}
      </div>
    </>
  );
}

type PartProps = {
  rider: { name: string; version: number };
  formKey: string;
  mayNot: string | null;
  refused: ActionResult | undefined;
};

function Leaving({
  rider,
  runs,
  takers,
  formKey,
  mayNot,
  refused,
}: PartProps & {
  runs: readonly ShownRun[];
  takers: readonly HubOption[];
}) {
  const busy = useNavigation().formData?.get("intent") === "leave";
  const form = formProps(refused, formKey);
  const open = runs.filter(({ state }) => HANDED_OVER.includes(state));
  return (
    <CardSection id="leaving" title="Leaving" className="sm:p-6">
      <p className="mt-1 mb-4 wrap-anywhere text-muted">
        {open.length > 0
          ? `${rider.name} has ${open.map(({ name }) => name).join(", ")}. Another rider takes over in the same step, with the pieces that are on the road.`
          : "They can be chosen for no new run. What they did stays in the history."}
      </p>
      <FormErrors errors={form.errors} title="Nothing was changed" />
      <PermittedForm name="Leaving" formKey={form.formKey} mayNot={mayNot} className="grid gap-4">
        <input type="hidden" name="version" value={rider.version} />
        {open.length > 0 && (
          <SelectField
            label="Who takes over"
            name="to"
            options={[
              { value: "", label: takers.length > 0 ? "Choose a rider" : "No other rider of this hub" },
              ...takers.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            defaultValue={form.values["to"]}
            error={form.errors["to"] ?? ""}
          />
        )}
        <div>
          <Button
            type="submit"
            variant="danger"
            name="intent"
            value="leave"
            busy={busy}
            busyLabel="Saving..."
          >
            Rider leaves
          </Button>
        </div>
      </PermittedForm>
    </CardSection>
  );
}

function BackAgain({ rider, formKey, mayNot, refused }: PartProps) {
  const busy = useNavigation().formData?.get("intent") === "return";
  const form = formProps(refused, formKey);
  return (
    <CardSection id="back" title="Back again" className="sm:p-6">
      <FormErrors errors={form.errors} title="Nothing was changed" />
      <PermittedForm name="Back again" formKey={form.formKey} mayNot={mayNot} className="mt-4 grid gap-4">
        <input type="hidden" name="version" value={rider.version} />
        <div>
          <Button
            type="submit"
            variant="secondary"
            name="intent"
            value="return"
            busy={busy}
            busyLabel="Saving..."
          >
            Take back
          </Button>
        </div>
      </PermittedForm>
    </CardSection>
  );
}
