/** The page 'System', for super admins. */
import { Form } from "react-router";
import type { Route } from "./+types/system.route";
import { staffAction } from "../../access/staff-door.server.ts";
import { formatAdminDateTime } from "../../domain/dates.ts";
import { servicesContext } from "../../platform/context.ts";
import { TryAgain } from "../../notifications/refused-mail-staff.tsx";
import { Breakable } from "../../ui/breakable.tsx";
import { Button } from "../../ui/button.tsx";
import { Fact } from "../../ui/fact.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { DataTable } from "../../ui/table.tsx";
import { FormOwnerField } from "../../ui/form-owner-field.tsx";
import { SYSTEM_BUTTONS } from "./forms.server.ts";
import { NOT_RETRIED } from "./messages.ts";
import { readSystem } from "./system.server.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";

const HERE = "/admin/system";
const KINDS: Record<string, string> = {
  mail: "Emails",
  link: "Sign-in links",
  pictures: "Pictures to delete",
  statusBatch: "Changes of many bookings",
  matchStatement: "Bank statements to match",
  statistics: "Statistics after an account is deleted",
};

export const meta: Route.MetaFunction = (args) => officeMeta(args, "System");

export function loader({ context }: Route.LoaderArgs) {
  return readSystem(context.get(servicesContext));
}

export const action = staffAction({
  buttons: SYSTEM_BUTTONS,
  to: () => HERE,
  failed: NOT_RETRIED,
});

export default function SystemPage({ loaderData, actionData }: Route.ComponentProps) {
  const { queues, failed } = loaderData;
  const problem = actionData?.errors["form"];
  return (
    <>
      <PageHead title="System" text="Emails, jobs, storage, versions and backups." />
      {problem && (
        <p role="alert" className="mt-6 border-l-4 border-stop bg-card p-4">
          {problem}
        </p>
      )}
      <Facts {...loaderData} />
      <h2 className="mt-8 mb-3 font-display text-xl font-extrabold">Jobs</h2>
      <DataTable
        caption="Unfinished jobs"
        rows={queues}
        rowKey="kind"
        empty={<EmptyState title="No jobs are waiting" text="Every email was sent." />}
        columns={[
          { key: "kind", header: "Kind", primary: true, cell: ({ kind }) => KINDS[kind] ?? kind },
          {
            key: "waiting",
            header: "Waiting",
            align: "right",
            cell: ({ waiting, running }) => waiting + running,
          },
          { key: "retrying", header: "Will try again", align: "right", cell: ({ retrying }) => retrying },
          { key: "failed", header: "Given up", align: "right", cell: ({ failed: given }) => given },
          {
            key: "oldest",
            header: "Oldest",
            align: "right",
            cell: ({ waiting, running, retrying, oldestSeconds }) =>
              waiting + running + retrying > 0 ? age(oldestSeconds) : "None",
          },
        ]}
      />
      {loaderData.doubtedSince && (
        <p role="alert" className="mt-6 border-l-8 border-stop bg-card px-4 py-3">
          <strong>The mail server refuses every address</strong> since{" "}
          {formatAdminDateTime(loaderData.doubtedSince)}. No address is marked as wrong, and every email is
          tried again until the server accepts one. Look at SMTP_URL and MAIL_FROM, and ask the provider of
          the mail server.
        </p>
      )}
      {loaderData.refused.length > 0 && <RefusedAddresses {...loaderData} />}
      {failed.length > 0 && (
        <>
          <div className="mt-8 mb-3 flex flex-wrap items-center justify-between gap-3">
            <h2 className="font-display text-xl font-extrabold">Failed jobs</h2>
            <Form method="post" noValidate action={HERE}>
              <FormOwnerField />
              <Button variant="secondary" size="sm" intent="retry-all">
                Try all again
              </Button>
            </Form>
          </div>
          <FailedJobs jobs={failed} />
        </>
      )}
    </>
  );
}

type System = Awaited<ReturnType<typeof readSystem>>;

function RefusedAddresses({ refused, moreRefused }: Pick<System, "refused" | "moreRefused">) {
  return (
    <>
      <h2 className="mt-8 mb-1 font-display text-xl font-extrabold">Addresses that get no emails</h2>
      <p className="mb-3 text-muted">
        Their mail server says that they are wrong. What waits is sent when you try again, at most two weeks
        later.
        {moreRefused && ` The newest ${refused.length} are shown.`}
      </p>
      <DataTable
        caption="Addresses that get no emails"
        rows={refused}
        rowKey="address"
        empty={null}
        columns={[
          {
            key: "address",
            header: "Address",
            primary: true,
            long: true,
            cell: ({ address }) => <Breakable text={address} />,
          },
          { key: "since", header: "Refused", cell: ({ refusedAt }) => formatAdminDateTime(refusedAt) },
          { key: "code", header: "Code", cell: ({ code }) => code },
          { key: "waiting", header: "Waiting", align: "right", cell: ({ waiting }) => waiting },
          {
            key: "again",
            header: "Action",
            cell: ({ address }) => <TryAgain address={address} mayNot={null} />,
          },
        ]}
      />
    </>
  );
}

function FailedJobs({ jobs }: { jobs: System["failed"] }) {
  return (
    <DataTable
      caption="Failed jobs"
      rows={jobs}
      rowKey="id"
      empty={null}
      columns={[
        { key: "kind", header: "Kind", primary: true, cell: ({ kind }) => KINDS[kind] ?? kind },
        { key: "since", header: "Since", cell: ({ createdAt }) => formatAdminDateTime(createdAt) },
        { key: "tries", header: "Tries", align: "right", cell: ({ tries }) => tries },
        {
          key: "next",
          header: "Next try",
          cell: ({ nextAt }) => (nextAt ? formatAdminDateTime(nextAt) : "Given up"),
        },
        { key: "error", header: "Error", long: true, cell: ({ error }) => error ?? "" },
        {
          key: "retry",
          header: "Action",
          cell: ({ id, kind, createdAt }) => (
            <Form method="post" noValidate action={HERE}>
              <FormOwnerField />
              <input type="hidden" name="id" value={id} />
              <Button
                variant="secondary"
                size="sm"
                intent="retry"
                aria-label={`Try again: ${KINDS[kind] ?? kind}, ${formatAdminDateTime(createdAt)}`}
              >
                Try again
              </Button>
            </Form>
          ),
        },
      ]}
    />
  );
}

function Facts({ backups, databaseBytes, pictures, mailServer, online, versions }: System) {
  const facts = [
    ["Last backup", backupText(backups)],
    ["Database", size(databaseBytes)],
    ["Pictures", `${pictures.count}, ${size(pictures.bytes)}`],
    ["Email", mailServer ? "Sent through the mail server" : "Kept in the mailbox, not sent"],
    ["Online payments", onlineText(online)],
    ["Versions", `Ona ${versions.product}, PostgreSQL ${versions.postgresql}, Node.js ${versions.node}`],
  ];
  return (
    <dl className="mt-6 grid gap-4 bg-card p-4 sm:grid-cols-2 xl:grid-cols-3">
      {facts.map(([name, value]) => (
        <Fact key={name} name={name ?? ""}>
          {value}
        </Fact>
      ))}
    </dl>
  );
}

function onlineText(online: System["online"]): string {
  if (!online) return "Off (PAYSTACK_SECRET_KEY)";
  const { name, test, messagesTo } = online;
  return `${name}${test ? ", test key: no money moves" : ""}. Tested against its documentation, not with the live service. Its messages go to ${messagesTo}`;
}

function backupText({ scheduled, lastAt, count, error }: System["backups"]): string {
  const last = lastAt ? `${formatAdminDateTime(lastAt)}, ${count} kept` : "None yet";
  if (error) return `Failed: ${error}. Last one: ${last}`;
  return scheduled ? last : "Not scheduled (BACKUP_TO)";
}

function size(bytes: number): string {
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}

function age(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}
