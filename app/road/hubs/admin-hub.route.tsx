/** HUB-1, HUB-5: a hub's page: its pieces, runs and people, its form, and the travel hours to other hubs. */
import { data, Form, useNavigation } from "react-router";
import type { Route } from "./+types/admin-hub.route";
import { whyRoleMayNot } from "../../access/permissions.ts";
import { adminContext } from "../../access/principal-context.ts";
import { staffAction } from "../../access/staff-door.server.ts";
import { LANE_HOURS } from "../../domain/run.ts";
import { placeText } from "../../domain/states.ts";
import { servicesContext } from "../../platform/context.ts";
import { formProps } from "../../platform/http/form-props.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { parsePageParams } from "../../platform/http/keyset.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import { uuidParam } from "../../platform/http/uuid.ts";
import type { LiveHandle } from "../../platform/live/live-topics.ts";
import type { ActionResult } from "../../platform/http/result.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { CardSection } from "../../ui/card-section.tsx";
import { Field } from "../../ui/field.tsx";
import { FormErrors, IdempotencyKeyField } from "../../ui/form.tsx";
import { PermittedFields } from "../../ui/permitted-fields.tsx";
import { CodedHead } from "./coded-head.tsx";
import { PiecesHeldHere } from "./held-pieces.tsx";
import { HUB_BUTTONS } from "./forms.server.ts";
import { HubForm, hubTexts } from "./hub-fields.tsx";
import { hoursName, MOST_HOURS } from "./hub-form.ts";
import {
  NOTHING_LEFT,
  openRunsOf,
  piecesHeldBy,
  readHub,
  readLanes,
  readLeft,
  ridersOf,
  teamOf,
  type LaneTo,
} from "./hubs.server.ts";
import { leftWords } from "./left-text.ts";
import { HUB_GONE } from "./messages.ts";
import { StillHere } from "./still-here.tsx";

export const handle: LiveHandle = { live: () => ["bookings"] };
export const meta: Route.MetaFunction = (args) => officeMeta(args, "Hub");

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const id = uuidParam(params.id);
  const hub = id && (await readHub(db, id));
  if (!hub) throw data(HUB_GONE, { status: 404 });
  const page = parsePageParams(new URL(request.url).searchParams);
  const [left, held, runs, riders, team, lanes] = await Promise.all([
    readLeft(db, hub.id),
    piecesHeldBy(db, "hub", hub.id, page),
    openRunsOf(db, hub.id),
    ridersOf(db, hub.id),
    teamOf(db, hub.id),
    readLanes(db, hub.id),
  ]);
  return {
    hub,
    left: left.get(hub.id) ?? NOTHING_LEFT,
    held,
    runs,
    riders,
    team,
    lanes,
    key: newIdempotencyKey(),
    mayNot: whyRoleMayNot(context.get(adminContext).role, "manageHubs"),
  };
}

export const action = staffAction({
  buttons: HUB_BUTTONS,
  of: ({ id = "" }) => ({ id }),
  to: ({ id }) => `/admin/hubs/${id}`,
});

export const clientAction = formClientAction<typeof action>();

export default function HubPage({ loaderData, actionData }: Route.ComponentProps) {
  const { hub, left, held, runs, riders, team, lanes, key, mayNot } = loaderData;
  const intent = actionData?.values["intent"] ?? "";
  const stored = hubTexts(hub);
  const refused = actionData && intent === "" ? actionData : undefined;
  return (
    <>
      <CodedHead
        list={{ to: "/admin/hubs", name: "All hubs" }}
        title={hub.name}
        code={hub.code}
        text={placeText(hub)}
        phone={hub.phone}
      />
      <StillHere {...{ left, runs, riders, team }} hubId={hub.id} closed={!hub.active} />
      <p className="mt-8">
        <ButtonLink variant="secondary" to={`/admin/hubs/${hub.id}/counts`}>
          Count the shelf
        </ButtonLink>
      </p>
      <PiecesHeldHere title="Pieces here" held={held} count={left.pieces} empty="No piece is here." />
      <div className="mt-10 grid max-w-3xl gap-6">
        <CardSection id="details" title="Details" className="sm:p-6">
          <div className="mt-4">
            <HubForm
              key={`${hub.version} ${hub.id}`}
              name="Details of the hub"
              {...formProps(refused, key, stored)}
              mayNot={mayNot}
              version={hub.version}
              left={hub.active ? leftWords(left) : null}
            />
          </div>
        </CardSection>
        {lanes.length > 0 && (
          <Lanes
            key={lanes.map(({ hours }) => hours).join()}
            lanes={lanes}
            formKey={key}
            mayNot={mayNot}
            refused={intent === "lanes" ? actionData : undefined}
          />
        )}
      </div>
    </>
  );
}

type LanesProps = {
  lanes: readonly LaneTo[];
  formKey: string;
  mayNot: string | null;
  refused: ActionResult | undefined;
};

function Lanes({ lanes, mayNot, ...part }: LanesProps) {
  const busy = useNavigation().formData?.get("intent") === "lanes";
  const { formKey, errors, values } = formProps(part.refused, part.formKey);
  const wrong = Object.values(errors)[0];
  return (
    <CardSection id="lanes" title="Hours to other hubs" className="sm:p-6">
      <p className="mt-1 text-muted">
        How long a linehaul takes from here. {LANE_HOURS} hours is usual; what is later than that is an
        exception.
      </p>
      <Form method="post" noValidate preventScrollReset className="mt-4 grid gap-4" aria-labelledby="lanes">
        {wrong && <FormErrors errors={{ form: wrong }} title="Nothing was saved" />}
        <IdempotencyKeyField value={formKey} />
        <PermittedFields name="Hours to other hubs" mayNot={mayNot}>
          <div className="grid grid-cols-2 items-end gap-4 sm:grid-cols-3">
            {lanes.map(({ id, name, hours }) => (
              <Field
                key={id}
                label={`To ${name}`}
                name={hoursName(id)}
                type="number"
                inputMode="numeric"
                min={1}
                max={MOST_HOURS}
                defaultValue={values[hoursName(id)] ?? hours ?? LANE_HOURS}
                error={errors[hoursName(id)] ?? ""}
              />
            ))}
          </div>
          <div className="flex flex-wrap justify-end">
            <Button intent="lanes" busy={busy} busyLabel="Saving...">
              Save hours
            </Button>
          </div>
        </PermittedFields>
      </Form>
    </CardSection>
  );
}
