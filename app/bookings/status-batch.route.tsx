/** Back office: a change of status that goes on in the background: how far it is, what was left, and stopping it. */
import { data, Form, Link } from "react-router";
import type { Route } from "./+types/status-batch.route";
import { adminContext } from "../auth/principal-context.ts";
import { DELIVERY_STATUS_LABELS } from "../domain/booking.ts";
import { formatAdminDateTime } from "../domain/dates.ts";
import { failureReason } from "../domain/failure-reasons.ts";
import { refusal } from "../domain/permissions.ts";
import { servicesContext } from "../platform/context.ts";
import { responseInit } from "../platform/http/result.ts";
import { uuidParam } from "../platform/http/uuid.ts";
import type { LiveHandle, RoleHandle } from "../platform/live/live-topics.ts";
import { Button } from "../ui/button.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { cancelBatch, readBatch } from "./status-batch.server.ts";
import { TextLink } from "../ui/text-link.tsx";

export const handle: LiveHandle & RoleHandle = { live: () => ["deliveries"], sameForRole: true };

export const meta: Route.MetaFunction = () => [
  { title: "Status change · Ona back office" },
  { name: "robots", content: "noindex" },
];

const LEFT = {
  conflict: "someone else changed it first",
  removed: "removed before its turn",
  refused: "not allowed any more",
} as const;

export async function loader({ params, context }: Route.LoaderArgs) {
  const admin = context.get(adminContext);
  const id = uuidParam(params.batch);
  const batch = id ? await readBatch(context.get(servicesContext), id) : null;
  if (!batch) throw data("This change was removed or the link is wrong.", { status: 404 });
  return { batch, mayNotChange: refusal(admin.role, "changeStatus") };
}

export async function action({ params, context }: Route.ActionArgs) {
  const id = uuidParam(params.batch);
  const result = id && (await cancelBatch(context.get(servicesContext), context.get(adminContext), id));
  if (result && !result.ok) throw data(result.errors["form"], responseInit(result));
  return null;
}

export default function StatusBatchPage({ loaderData: { batch, mayNotChange } }: Route.ComponentProps) {
  const { total, done, cancelledAt, finishedAt, reason } = batch;
  const running = !cancelledAt && !finishedAt;
  const to = DELIVERY_STATUS_LABELS[batch.toStatus];
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
        <progress aria-label="Progress" max={total} value={done} className="h-4 w-full accent-go" />
        <p className="mt-2">
          {batch.changed} changed, {batch.unchanged} were {to} already, {batch.leftCount} left as they are.
        </p>
      </div>
      {running && !mayNotChange && (
        <Form method="post" className="mt-4">
          <Button type="submit" variant="danger">
            Stop
          </Button>
        </Form>
      )}
      {batch.left.length > 0 && (
        <section className="mt-8">
          <h2 className="font-display text-xl font-bold">Left as they are</h2>
          <ul className="mt-2 grid gap-1">
            {batch.left.map(({ code, outcome }) => (
              <li key={code}>
                <Link
                  to={`/admin/bookings/${code}`}
                  className="inline-flex min-h-11 items-center font-display font-bold underline underline-offset-4"
                >
                  {code}
                </Link>{" "}
                {outcome && outcome in LEFT && LEFT[outcome as keyof typeof LEFT]}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
