/** Admin Management. The URL has the open dialog: ?add=1, ?edit=<id>, ?delete=<id>, ?reset=<id>. */
import { Pencil, Trash2 } from "lucide-react";
import type { Route } from "./+types/admin-team.route";
import { servicesContext } from "../../platform/context.ts";
import { formatAdminDate, formatAdminDateTime } from "../../domain/dates.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { withFormError } from "../../platform/http/network-error.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Breakable } from "../../ui/breakable.tsx";
import { ListCount } from "../../ui/list-count.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { DataTable, type Column } from "../../ui/table.tsx";
import { UrlDialog } from "../../ui/url-dialog.tsx";
import { readActiveHubs } from "../../places/hubs.server.ts";
import { rolesAsked } from "../two-step/who-has-it.server.ts";
import { listAdmins } from "./admin-team.server.ts";
import { DeleteAdminForm, EditAdminForm, NewAdminForm } from "./admin-user-form.tsx";
import { AskForTwoStep, ResetTwoStepForm } from "./two-step-forms.tsx";
import { TEAM_BUTTONS } from "./forms.server.ts";
import { NOT_CHANGED, NOT_DELETED } from "./messages.ts";
import { RoleBadge } from "./role-badge.tsx";
import { adminContext } from "../../access/principal-context.ts";
import { staffAction } from "../../access/staff-door.server.ts";
import { listCount } from "../../platform/http/list-count.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";

const HERE = "/admin/settings";
export const meta: Route.MetaFunction = (args) => officeMeta(args, "Admin Management");

export async function loader({ request, context }: Route.LoaderArgs) {
  const admin = context.get(adminContext);
  const params = new URL(request.url).searchParams;
  const { db } = context.get(servicesContext);
  const [rows, hubs, asked] = await Promise.all([listAdmins(db), readActiveHubs(db), rolesAsked(db)]);
  const members = rows.map(({ userId, ...row }) => ({ ...row, own: userId === admin.person.id }));
  const named = (name: string) => members.find((member) => member.id === params.get(name)) ?? null;
  return {
    members,
    hubs: hubs.map(({ id, name: hubName }) => ({ id, name: hubName })),
    asked,
    adding: params.has("add"),
    editing: named("edit"),
    deleting: named("delete"),
    resetting: named("reset"),
    key: newIdempotencyKey(),
  };
}

export const action = staffAction({
  buttons: TEAM_BUTTONS,
  to: () => HERE,
  failed: NOT_CHANGED,
});

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const deleting = (await request.clone().formData()).get("intent") === "delete";
  return withFormError(request, serverAction, deleting ? NOT_DELETED : NOT_CHANGED);
}

type Member = Route.ComponentProps["loaderData"]["members"][number];

const COLUMNS: readonly Column<Member>[] = [
  {
    key: "name",
    header: "Name",
    cell: (member) => (
      <span className="font-semibold">
        {member.name ?? "N/A"}
        {member.own && <span className="font-normal text-muted"> (you)</span>}
      </span>
    ),
    primary: true,
    long: true,
  },
  {
    key: "email",
    header: "Email",
    long: true,
    cell: (member) => <Breakable text={member.email} />,
  },
  {
    key: "role",
    header: "Role",
    cell: ({ role, hubName }) => (
      <span className="inline-flex flex-wrap items-center gap-x-2">
        <RoleBadge role={role} />
        {hubName && <span className="text-sm">{`Hub ${hubName}`}</span>}
      </span>
    ),
  },
  {
    key: "created",
    header: "Created",
    cell: (member) => <span className="@4xl:whitespace-nowrap">{formatAdminDate(member.createdAt)}</span>,
  },
  {
    key: "access",
    header: "Last Access",
    cell: (member) => (member.lastAccessAt ? formatAdminDateTime(member.lastAccessAt) : "N/A"),
  },
  { key: "two-step", header: "Two-step", cell: ({ twoStep }) => (twoStep ? "On" : "Off") },
  { key: "actions", header: "Actions", cell: (member) => <Actions member={member} /> },
];

export default function AdminTeamPage({ loaderData, actionData }: Route.ComponentProps) {
  const { members, hubs, asked, adding, editing, deleting, resetting, key } = loaderData;
  const form = { refused: actionData, formKey: key, closeTo: HERE };
  return (
    <>
      <PageHead
        title="Admin Management"
        text="Manage admin users and their permissions"
        actions={<ButtonLink to="?add=1">Add Admin User</ButtonLink>}
      />
      {adding && (
        <UrlDialog title="Add New Admin User" closeTo={HERE}>
          <NewAdminForm {...form} hubs={hubs} />
        </UrlDialog>
      )}
      {editing && (
        <UrlDialog title="Edit Admin User" closeTo={HERE}>
          <EditAdminForm key={editing.id} {...form} member={editing} hubs={hubs} />
        </UrlDialog>
      )}
      {deleting && (
        <UrlDialog title="Delete Admin User" closeTo={HERE}>
          <DeleteAdminForm {...form} member={deleting} />
        </UrlDialog>
      )}
      {resetting && (
        <UrlDialog title="Reset Two-Step Sign-In" closeTo={HERE}>
          <ResetTwoStepForm {...form} member={resetting} />
        </UrlDialog>
      )}
      {!adding && !editing && !deleting && !resetting && actionData?.errors["form"] && (
        <p role="alert" className="mt-4 border-l-4 border-stop bg-card px-4 py-3">
          {actionData.errors["form"]}
        </p>
      )}
      <div className="mt-6">
        <ListCount>{listCount(members.length, members.length, "admin user", "admin users")}</ListCount>
        <DataTable
          caption="Admin users"
          rows={members}
          rowKey="id"
          empty="No admin users found."
          columns={COLUMNS}
        />
      </div>
      <AskForTwoStep
        key={asked.join()}
        asked={asked}
        refused={actionData?.values["intent"] === "ask-two-step" ? actionData : undefined}
        formKey={key}
      />
    </>
  );
}

type Acted = { id: string; name: string | null; email: string; own: boolean; twoStep: boolean };

function Actions({ member }: { member: Acted }) {
  const who = member.name ?? member.email;
  return (
    <span className="flex flex-wrap gap-2">
      <ButtonLink variant="secondary" size="sm" to={`?edit=${member.id}`}>
        <Pencil aria-hidden className="hidden size-4 sm:block" />
        Edit<span className="sr-only"> {who}</span>
      </ButtonLink>
      {member.twoStep && !member.own && (
        <ButtonLink variant="secondary" size="sm" to={`?reset=${member.id}`}>
          Reset two-step<span className="sr-only"> of {who}</span>
        </ButtonLink>
      )}
      {member.own ? (
        <Button variant="secondary" size="sm" disabled title="You cannot delete your own account.">
          <Trash2 aria-hidden className="hidden size-4 sm:block" />
          Delete<span className="sr-only"> (you cannot delete your own account)</span>
        </Button>
      ) : (
        <ButtonLink variant="secondary" size="sm" to={`?delete=${member.id}`}>
          <Trash2 aria-hidden className="hidden size-4 sm:block" />
          Delete<span className="sr-only"> {who}</span>
        </ButtonLink>
      )}
    </span>
  );
}
