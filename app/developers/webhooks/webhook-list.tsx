/**
 * HOOK-5: the webhook endpoints of a key's owner, and the deliveries of an endpoint with buttons to send them again.
 */
import { Form, Link } from "react-router";
import { KEY_MODE_NAMES } from "../../domain/api-keys.ts";
import { formatDateTime } from "../../domain/dates.ts";
import { Button } from "../../ui/button.tsx";
import { CardSection } from "../../ui/card-section.tsx";
import { SelectField } from "../../ui/field.tsx";
import { IdempotencyKeyField } from "../../ui/form.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { DataTable, type Column } from "../../ui/table.tsx";
import { REPLAYS } from "./replays.ts";
import type { OwnDelivery, OwnWebhook } from "./own-webhooks.server.ts";

type Props = { webhooks: OwnWebhook[]; formKey: string };

export function WebhookList({ webhooks, formKey }: Props) {
  const open = webhooks.find(({ deliveries }) => deliveries !== null);
  return (
    <CardSection id="webhooks" title="Webhooks">
      <div className="mt-3">
        <DataTable
          caption="Your webhook endpoints"
          columns={COLUMNS}
          rows={webhooks}
          rowKey="id"
          empty={
            <EmptyState
              title="No webhook endpoints yet"
              text="Your software adds one with a key: POST /webhook_endpoints."
            />
          }
        />
      </div>
      {open?.deliveries && <Deliveries webhook={open} deliveries={open.deliveries} formKey={formKey} />}
    </CardSection>
  );
}

const stateOf = ({ enabled, failingSince }: Pick<OwnWebhook, "enabled" | "failingSince">): string => {
  if (!enabled) return "Off";
  return failingSince ? `Failing since ${formatDateTime(failingSince)}` : "On";
};

const COLUMNS: Column<OwnWebhook>[] = [
  { key: "url", header: "Address", primary: true, long: true, cell: ({ url }) => url },
  { key: "mode", header: "Mode", cell: ({ mode }) => KEY_MODE_NAMES[mode] },
  { key: "events", header: "Tells of", long: true, cell: ({ events }) => events.join(", ") },
  { key: "state", header: "State", cell: stateOf },
  {
    key: "deliveries",
    header: "Deliveries",
    cell: ({ id, url, deliveries }) =>
      deliveries ? (
        "Shown below"
      ) : (
        <Link
          to={`?webhook=${id}#deliveries`}
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
          aria-label={`Show deliveries to ${url}`}
        >
          Show
        </Link>
      ),
  },
];

type Open = { webhook: OwnWebhook; deliveries: OwnDelivery[]; formKey: string };

function Deliveries({ webhook, deliveries, formKey }: Open) {
  return (
    <section aria-labelledby="deliveries" className="mt-5">
      <h3 id="deliveries" className="text-lg font-bold wrap-anywhere">
        Newest deliveries to {webhook.url}
      </h3>
      <div className="mt-2">
        <DataTable
          caption={`Deliveries to ${webhook.url}`}
          columns={deliveryColumns(webhook, formKey)}
          rows={deliveries}
          rowKey="id"
          empty={<EmptyState title="Nothing was sent yet" text="A message appears here when it is sent." />}
        />
      </div>
      <Form method="post" noValidate className="mt-4 flex flex-wrap items-end gap-3">
        <OfWebhook webhook={webhook} formKey={formKey} />
        <SelectField label="Send again what was sent since" name="since" options={REPLAYS} />
        <Button intent="replay">Send all again</Button>
      </Form>
    </section>
  );
}

const OfWebhook = ({ webhook: { id, mode }, formKey }: Pick<Open, "webhook" | "formKey">) => (
  <>
    <IdempotencyKeyField value={formKey} />
    <input type="hidden" name="id" value={id} />
    <input type="hidden" name="mode" value={mode} />
  </>
);

const deliveryColumns = (webhook: OwnWebhook, formKey: string): Column<OwnDelivery>[] => [
  {
    key: "kind",
    header: "Message",
    primary: true,
    long: true,
    cell: ({ id, kind }) => (
      <>
        {kind} <span className="block text-sm text-muted wrap-anywhere">{id}</span>
      </>
    ),
  },
  { key: "made", header: "Made", cell: ({ createdAt }) => formatDateTime(createdAt) },
  {
    key: "tries",
    header: "Tries",
    long: true,
    cell: ({ tries, nextTryAt }) => <Tries {...{ tries, nextTryAt }} />,
  },
  {
    key: "resend",
    header: "Send again",
    cell: ({ id, kind }) => (
      <Form method="post" noValidate>
        <OfWebhook webhook={webhook} formKey={formKey} />
        <input type="hidden" name="delivery" value={id} />
        <Button intent="resend" size="sm" aria-label={`Send again: ${kind} ${id}`}>
          Send again
        </Button>
      </Form>
    ),
  },
];

function Tries({ tries, nextTryAt }: Pick<OwnDelivery, "tries" | "nextTryAt">) {
  return (
    <>
      {tries.length > 0 && (
        <ol className="grid gap-1">
          {tries.map(({ at, status, problem, ms, answer }) => (
            <li key={at.getTime()}>
              {formatDateTime(at)}: {status ?? problem} in {ms} ms
              {answer && (
                <details className="text-sm">
                  <summary
                    aria-label={`Answer of ${formatDateTime(at)}`}
                    className="min-h-6 cursor-pointer underline underline-offset-4"
                  >
                    Answer
                  </summary>
                  <pre className="whitespace-pre-wrap wrap-anywhere">{answer}</pre>
                </details>
              )}
            </li>
          ))}
        </ol>
      )}
      {nextTryAt && <p className="text-sm text-muted">Next try {formatDateTime(nextTryAt)}</p>}
    </>
  );
}
