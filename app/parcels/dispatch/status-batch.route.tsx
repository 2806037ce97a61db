/** Back office: a status change in the background, with its progress, results and a stop button. */
import { data, Form, Link } from "react-router";
import type { Route } from "./+types/status-batch.route";
import { adminContext } from "../../access/principal-context.ts";
import { BOOKING_STATUS_LABELS } from "../../domain/delivery-status.ts";
import { formatAdminDateTime } from "../../domain/dates.ts";
import { failureReason } from "../../domain/failure-reasons.ts";
import { whyRoleMayNot } from "../../access/permissions.ts";
import { staffAction } from "../../access/staff-door.server.ts";
import { servicesContext } from "../../platform/context.ts";
import { uuidParam } from "../../platform/http/uuid.ts";
import type { LiveHandle, RoleHandle } from "../../platform/live/live-topics.ts";
import { Button } from "../../ui/button.tsx";
import { Pager } from "../../ui/pager.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { BATCH_PAGE, readStatusBatch, readBatchRows } from "./status-batch.server.ts";
import { BATCH_BUTTONS } from "./forms.server.ts";
import { CHECK_IT } from "../bookings/status-response.ts";
import { TextLink } from "../../ui/text-link.tsx";
import { FormOwnerField } from "../../ui/form-owner-field.tsx";
import { officeMeta } from "../../platform/http/page-meta.ts";

export const handle: LiveHandle & RoleHandle = { live: () => ["bookings"], sameForRole: true };

export const meta: Route.MetaFunction = (args) => officeMeta(args, "Status change");

const OUTCOMES = {
  changed: "changed",
  unchanged: "had this status already",
  conflict: "left as it is: someone else changed it first",
  removed: "left as it is: removed before its turn",
  refused: "left as it is: no longer allowed",
} as const;

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const admin = context.get(adminContext);
  const id = uuidParam(params.batch);
  const services = context.get(servicesContext);
  const batch = id ? await readStatusBatch(services, id) : null;
  if (!batch) throw data("This change was removed or the link is wrong.", { status: 404 });
  const pages = Math.ceil(batch.total / BATCH_PAGE);
  const asked = Number.parseInt(new URL(request.url).searchParams.get("page") ?? "1", 10);
  const page = Math.min(Math.max(asked || 1, 1), Math.max(pages, 1));
  const rows = await readBatchRows(services, batch.id, page);
  return { batch, rows, page, pages, mayNotChange: whyRoleMayNot(admin.role, "changeStatus") };
}

export const action = staffAction({
  buttons: BATCH_BUTTONS,
  of: ({ batch = "" }) => ({ id: batch }),
  to: ({ batch }) => `/admin/bookings/changes/${batch}`,
  failed: CHECK_IT,
});

export default function StatusBatchPage({ loaderData }: Route.ComponentProps) {
  const { batch, rows, page, pages, mayNotChange } = loaderData;
  const { total, done, cancelledAt, finishedAt, reason } = batch;
  const running = !cancelledAt && !finishedAt;
  const to = BOOKING_STATUS_LABELS[batch.toStatus];
  return (
    <>
      <p>
        <TextLink to="/admin/bookings">All bookings</TextLink>
      </p>
      <PageHead
        title={`${total === 1 ? "1 booking" : `${total} bookings`} to ${to}`}
        text={`Started ${formatAdminDateTime(batch.createdAt)}${reason ? `. Reason: ${failureReason(reason).label}` : ""}`}
      />
      <div role="status" className="mt-6 max-w-xl">
        <p className="font-semibold">
          {running ? `${done} of ${total} done` : cancelledAt ? `Stopped after ${done} of ${total}` : "Done"}
        </p>
        <progress aria-label="Progress" max={total} value={done} className="h-4 w-full" />
        <p className="mt-2">
          {[
            `${batch.changed} changed`,
            batch.unchanged > 0 && `${batch.unchanged} were ${to} already`,
            batch.leftCount > 0 && `${batch.leftCount} left as they are`,
          ]
            .filter(Boolean)
            .join(", ")}
          .
        </p>
      </div>
      {running && !mayNotChange && (
        <Form method="post" noValidate className="mt-4">
          <FormOwnerField />
          <Button type="submit" variant="danger">
            Stop
          </Button>
        </Form>
      )}
      <section className="mt-8">
        <h2 className="font-display text-xl font-bold">Each booking</h2>
        <ul className="mt-2 grid gap-x-6 sm:grid-cols-2 xl:grid-cols-3">
          {rows.map(({ code, outcome }) => (
            <li key={code}>
              <Link
                to={`/admin/bookings/${code}`}
                className="inline-flex min-h-11 items-center font-display font-bold underline underline-offset-4"
              >
                {code}
              </Link>{" "}
              {outcome ? OUTCOMES[outcome] : running ? "not yet" : "not changed"}
            </li>
          ))}
        </ul>
      </section>
      <Pager
        {...(page > 1 && { previousHref: `?page=${page - 1}` })}
        {...(page < pages && { nextHref: `?page=${page + 1}` })}
        words={{ previous: "Previous", next: "Next" }}
      />
    </>
  );
}
