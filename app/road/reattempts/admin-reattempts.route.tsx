/** TRIP-21: what could not be delivered, in one list, with 'Put on tomorrow's runs'. */
import { Form, Link, useActionData } from "react-router";
import type { Route } from "./+types/admin-reattempts.route";
import { refusal } from "../../access/permissions.ts";
import { adminContext } from "../../access/principal-context.ts";
import { formatAdminDateTime, adminDayText } from "../../domain/dates.ts";
import { failureReason } from "../../domain/failure-reasons.ts";
import { placeText } from "../../domain/states.ts";
import { activeHubs } from "../../places/hubs.server.ts";
import { servicesContext } from "../../platform/context.ts";
import { formAction } from "../../platform/http/form-action.server.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { withFormError } from "../../platform/http/network-error.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import { BackLink } from "../../ui/back-link.tsx";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/field.tsx";
import { IdempotencyKeyField } from "../../ui/form.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { REATTEMPT_BUTTONS } from "./forms.server.ts";
import { runsAhead } from "./put-on-run.server.ts";
import { readReattempts, type Reattempt } from "./read-reattempts.server.ts";

export const meta: Route.MetaFunction = (args) => officeMeta(args, "Failed deliveries");
export const handle = { live: () => ["runs", "bookings"] };

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { role } = context.get(adminContext);
  const [waiting, ahead, hubs, { attempts }] = await Promise.all([
    readReattempts(services.db, {}),
    runsAhead(services.db, services.now()),
    activeHubs(services),
    services.company(),
  ]);
  return {
    waiting,
    ahead,
    most: attempts,
    hubs: hubs.map(({ id, name }) => ({ id, name })),
    why: refusal(role, "planRuns"),
    key: newIdempotencyKey(),
  };
}

export const action = formAction({
  actor: (context) => context.get(adminContext),
  buttons: REATTEMPT_BUTTONS,
  to: () => "/admin/runs/reattempts",
});
export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  withFormError(request, serverAction);

type Ahead = Route.ComponentProps["loaderData"]["ahead"];

export default function AdminReattemptsPage({ loaderData }: Route.ComponentProps) {
  const { waiting, ahead, hubs, most, why, key } = loaderData;
  const byHub = Map.groupBy(waiting, ({ hubId }) => hubId);
  return (
    <>
      <p>
        <BackLink to="/admin/runs">Runs</BackLink>
      </p>
      <PageHead
        title="Failed deliveries"
        text="They are back in a hub and go out again. The sender is emailed the new day."
      />
      {waiting.length === 0 && (
        <EmptyState
          className="mt-6"
          title="No failed deliveries"
          text="What riders bring back is listed here once a hub has received it."
        />
      )}
      {[...byHub].map(([hubId, rows]) => (
        <HubList
          key={hubId}
          hub={hubs.find(({ id }) => id === hubId)?.name ?? rows[0]!.hub}
          rows={rows}
          ahead={ahead.filter((run) => run.hubId === hubId)}
          {...{ most, why, idempotencyKey: key }}
        />
      ))}
    </>
  );
}

type HubListProps = {
  hub: string;
  rows: readonly Reattempt[];
  ahead: Ahead;
  most: number;
  why: string | null;
  idempotencyKey: string;
};

function HubList({ hub, rows, ahead, most, why, idempotencyKey }: HubListProps) {
  const sent = useActionData<{ errors?: Record<string, string>; values?: Record<string, string> }>();
  const own =
    sent?.values && rows.some(({ pieceId }) => `piece:${pieceId}` in sent.values!) ? sent.errors : undefined;
  const id = `hub-${rows[0]!.hubId}`;
  return (
    <Form method="post" noValidate className="mt-8" aria-labelledby={id}>
      <IdempotencyKeyField value={idempotencyKey} />
      <h2 id={id} className="font-display text-xl font-bold">
        {hub} <span className="text-muted tabular-nums">{rows.length}</span>
      </h2>
      <ul className="mt-2 border-t border-line">
        {rows.map((row) => (
          <Row key={row.pieceId} row={row} used={row.attempts >= most} disabled={why !== null} />
        ))}
      </ul>
      {own && (
        <p role="alert" className="mt-3 border-l-8 border-stop bg-card px-4 py-3">
          {Object.values(own)[0]}
        </p>
      )}
      <div className="mt-4 flex flex-wrap items-end gap-4">
        {ahead.length > 0 ? (
          <>
            <SelectField
              label="Run"
              name="run"
              defaultValue={ahead[0]!.id}
              disabled={why !== null}
              options={ahead.map(({ id: value, name, day, rider }) => ({
                value,
                label: [name, adminDayText(day), rider].filter(Boolean).join(", "),
              }))}
            />
            <Button type="submit" disabled={why !== null}>
              Put on tomorrow's runs
            </Button>
          </>
        ) : (
          <p>
            {hub} has no planned run for the next days.{" "}
            <Link
              className="font-semibold underline underline-offset-4"
              to={`/admin/runs?hub=${rows[0]!.hubId}`}
            >
              Plan one
            </Link>
          </p>
        )}
        {why && <p className="text-sm text-muted">{why}</p>}
      </div>
    </Form>
  );
}

function Row({ row, used, disabled }: { row: Reattempt; used: boolean; disabled: boolean }) {
  const { pieceId, booking, code, name, attempts, reason, failedAt } = row;
  const times = `${attempts} ${attempts === 1 ? "attempt" : "attempts"}`;
  return (
    <li className="border-b border-line">
      <div className="flex min-h-14 items-center gap-4 py-2">
        <label className="inline-flex size-11 shrink-0 cursor-pointer items-center justify-center">
          <span className="sr-only">Choose {code}</span>
          <input
            type="checkbox"
            name={`piece:${pieceId}`}
            defaultChecked={!used}
            disabled={disabled}
            className="size-6 accent-ink"
          />
        </label>
        <span className="grid min-w-0 flex-1 gap-x-6 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_auto] sm:items-center">
          <span>
            <Link className="font-semibold underline underline-offset-4" to={`/admin/bookings/${booking}`}>
              {code}
            </Link>
          </span>
          <span className="min-w-0 wrap-anywhere">
            {name}, <span className="text-muted">{placeText(row)}</span>
          </span>
          <span className="text-sm text-muted sm:text-right">
            {reason ? failureReason(reason).label : "Not delivered"}, {times}
            <br />
            {formatAdminDateTime(failedAt)}
            {used && <strong className="block text-stop">Attempts used: see Exceptions</strong>}
          </span>
        </span>
      </div>
    </li>
  );
}
