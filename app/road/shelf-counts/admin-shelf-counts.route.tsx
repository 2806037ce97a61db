/** HUB-8: the page of the counts of a hub's shelf: the open count, and the results of ended counts. */
import { data, Form, useNavigation, useSearchParams } from "react-router";
import type { Route } from "./+types/admin-shelf-counts.route";
import { refuseOtherHub } from "../../access/own-hub.server.ts";
import { whyRoleMayNot } from "../../access/permissions.ts";
import { adminContext } from "../../access/principal-context.ts";
import { staffAction } from "../../access/staff-door.server.ts";
import { formatAdminDateTime } from "../../domain/dates.ts";
import type { ShelfFigures } from "../../domain/shelf-count.ts";
import { servicesContext } from "../../platform/context.ts";
import { formProps } from "../../platform/http/form-props.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { parsePageParams } from "../../platform/http/keyset.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import { pageLinks } from "../../platform/http/query.ts";
import { refusalText } from "../../platform/http/result.ts";
import { uuidParam } from "../../platform/http/uuid.ts";
import type { LiveHandle } from "../../platform/live/live-topics.ts";
import { BackLink } from "../../ui/back-link.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { FormErrors, IdempotencyKeyField } from "../../ui/form.tsx";
import { NamedSection } from "../../ui/named-section.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { Pager } from "../../ui/pager.tsx";
import { PermittedFields, type PermittedFormProps } from "../../ui/permitted-fields.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { readHub } from "../hubs/hubs.server.ts";
import { HUB_GONE } from "../hubs/messages.ts";
import { CountedList, EarlierCounts } from "./count-lists.tsx";
import { COUNT_BUTTONS } from "./forms.server.ts";
import {
  countersOf,
  endedCounts,
  missingPiecesOf,
  openCount,
  readCount,
  turnedUpIn,
} from "./read-counts.server.ts";

export const handle: LiveHandle = { live: ({ id }) => [`shelf:${id}`] };
export const meta: Route.MetaFunction = (args) => officeMeta(args, "Counts of the shelf");

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const admin = context.get(adminContext);
  const id = uuidParam(params.id);
  const hub = id && (await readHub(db, id));
  if (!hub) throw data(HUB_GONE, { status: 404 });
  const asked = new URL(request.url).searchParams;
  const one = uuidParam(asked.get("count") ?? "");
  const count = one ? await readCount(db, hub.id, one) : await openCount(db, hub.id);
  const other = await refuseOtherHub(db, admin, hub.id);
  return {
    hub: { id: hub.id, name: hub.name, code: hub.code, active: hub.active },
    count,
    missing: count ? await missingPiecesOf(db, count) : [],
    turnedUp: count ? await turnedUpIn(db, count) : [],
    counters: count ? await countersOf(db, count) : [],
    ended: await endedCounts(db, hub.id, parsePageParams(asked)),
    key: newIdempotencyKey(),
    mayNot: whyRoleMayNot(admin.role, "workHub") ?? (other && refusalText(other)),
  };
}

export const action = staffAction({
  buttons: COUNT_BUTTONS,
  of: ({ id = "" }) => ({ hub: id }),
  to: ({ id }) => `/admin/hubs/${id}/counts`,
});

export const clientAction = formClientAction<typeof action>();

export default function ShelfCountsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { hub, count, missing, turnedUp, counters, ended, key, mayNot } = loaderData;
  const busy = useNavigation().formData !== undefined;
  const [params] = useSearchParams();
  const form = { ...formProps(actionData, key), busy, mayNot };
  return (
    <>
      <p>
        <BackLink to={`/admin/hubs/${hub.id}`}>{hub.name}</BackLink>
      </p>
      <PageHead
        title="Counts of the shelf"
        text={`What lies in ${hub.name} (${hub.code}), against what the record says.`}
      />
      {count === null && <NoCount hub={hub} form={form} />}
      {count && (
        <NamedSection
          id="count"
          title={`${count.endedAt ? "Count of" : "Open count, since"} ${formatAdminDateTime(count.startedAt)}`}
          className="mt-6"
        >
          {count.endedAt && (
            <p>
              <TextLink to={`/admin/hubs/${hub.id}/counts`}>The shelf now</TextLink>
            </p>
          )}
          {counters.length > 0 && <p className="mt-1 text-muted">Scanned by {counters.join(", ")}.</p>}
          <Figures of={count} />
          {!count.endedAt && <EndForm hub={hub} count={count} form={form} />}
          <CountedList
            id="missing"
            title={count.endedAt ? "Missing" : "Not scanned yet"}
            rows={missing}
            count={count.missing}
            when="Here since"
            empty={count.endedAt ? "Nothing was missing." : "Everything that should lie here is scanned."}
          />
          <CountedList
            id="turned-up"
            title="Turned up"
            rows={turnedUp}
            count={count.extra}
            when="Scanned"
            empty="Nothing lay here that the record had elsewhere."
          />
        </NamedSection>
      )}
      <NamedSection id="earlier" title="Earlier counts" className="mt-10">
        <EarlierCounts rows={ended.rows} />
        <Pager {...pageLinks(params, ended)} words={{ previous: "Newer counts", next: "Older counts" }} />
      </NamedSection>
    </>
  );
}

type Hub = { id: string; name: string; active: boolean };
type Part = { hub: Hub; form: PermittedFormProps };

const scanOf = ({ id }: Hub) => `/admin/scan?${new URLSearchParams({ mode: "count", hub: id })}`;

function NoCount({ hub, form: { formKey, errors, busy, mayNot } }: Part) {
  if (!hub.active) return <p className="mt-6">This hub is closed: nothing is counted here.</p>;
  return (
    <Form method="post" noValidate className="mt-6 grid max-w-3xl gap-3" aria-label="Begin a count">
      <FormErrors errors={errors} title="Nothing was changed" />
      <IdempotencyKeyField value={formKey} />
      <p>
        The first scan begins a count. Who else scans here joins it. Begin it by the button where nothing lies
        on the shelf.
      </p>
      <PermittedFields name="Begin a count" mayNot={mayNot}>
        <div className="flex flex-wrap gap-3">
          {!mayNot && <ButtonLink to={scanOf(hub)}>Scan the shelf</ButtonLink>}
          <Button intent="begin" variant="secondary" busy={busy}>
            Begin without a scan
          </Button>
        </div>
      </PermittedFields>
    </Form>
  );
}

function EndForm({ hub, count, form }: Part & { count: { id: string } & ShelfFigures }) {
  const { formKey, errors, busy, mayNot } = form;
  const { missing } = count;
  return (
    <Form method="post" noValidate className="mt-4 grid max-w-3xl gap-3" aria-label="End the count">
      <FormErrors errors={errors} title="Nothing was changed" />
      <IdempotencyKeyField value={formKey} />
      <input type="hidden" name="count" value={count.id} />
      <input type="hidden" name="missing" value={missing} />
      {missing > 0 && (
        <p>
          What is not scanned becomes an exception, with the names of who counted. It stays with this hub by
          the record until somebody finds it, or says that it is lost.
        </p>
      )}
      <PermittedFields name="End the count" mayNot={mayNot}>
        <div className="flex flex-wrap gap-3">
          <Button intent="close" busy={busy}>
            {missing === 0 ? "Close the count" : `Close the count: ${missing} missing`}
          </Button>
          {!mayNot && (
            <ButtonLink variant="secondary" to={scanOf(hub)}>
              Scan more
            </ButtonLink>
          )}
        </div>
        <details className="mt-3">
          <summary className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4">
            Give the count up
          </summary>
          <p className="mb-2">
            The scans do not count any more, and nothing becomes an exception. This cannot be undone.
          </p>
          <Button intent="leave" variant="secondary" busy={busy}>
            Give it up
          </Button>
        </details>
      </PermittedFields>
    </Form>
  );
}

function Figures({ of: { expected, scanned, missing, extra } }: { of: ShelfFigures }) {
  const figures = [
    ["Expected", expected],
    ["Scanned", scanned],
    ["Missing", missing],
    ["Extra", extra],
  ] as const;
  return (
    <dl className="mt-3 grid max-w-xl grid-cols-2 gap-x-3 gap-y-2 sm:grid-cols-4">
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt className="text-[0.8125rem] text-muted">{label}</dt>
          <dd
            className={`font-display text-3xl font-extrabold tabular-nums ${label === "Missing" && value > 0 ? "text-stop" : ""}`}
          >
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
