/** Admin Management. The URL says which dialog is open: ?add=1, ?edit=<id>, ?delete=<id>. */
import { Pencil, Trash2 } from "lucide-react";
import type { Route } from "./+types/admin-team.route";
import { servicesContext } from "../platform/context.ts";
import { formatAdminDate, formatAdminDateTime } from "../domain/dates.ts";
import {
  actionError,
  checkForm,
  newIdempotencyKey,
  withActionError,
  readForm,
  validationError,
  type SentForm,
} from "../platform/http/form.server.ts";
import { withFormError } from "../platform/http/network-error.ts";
import { redirectWithToast } from "../platform/http/toast.server.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { Breakable } from "../ui/breakable.tsx";
import { ListCount } from "../ui/list-count.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { DataTable, type Column } from "../ui/table.tsx";
import { UrlDialog } from "../ui/url-dialog.tsx";
import { createAdminForm, editAdminForm } from "./admin-form.ts";
import {
  ADMIN_GONE,
  createAdmin,
  deleteAdmin,
  listAdmins,
  updateAdmin,
  type TeamChanged,
} from "./admin-team.server.ts";
import { DeleteAdminForm, EditAdminForm, NewAdminForm } from "./admin-user-form.tsx";
import { RoleBadge } from "./role-badge.tsx";
import { uuidParam } from "../platform/http/uuid.ts";
import { superAdminContext } from "../auth/principal-context.ts";
import { listCount } from "../platform/http/list-count.ts";
import { noindexMeta } from "../platform/http/page-meta.ts";

const HERE = "/admin/settings";
export const meta: Route.MetaFunction = () => noindexMeta("Admin Management · Ona back office");

export async function loader({ request, context }: Route.LoaderArgs) {
  const admin = context.get(superAdminContext);
  const params = new URL(request.url).searchParams;
  const rows = await listAdmins(context.get(servicesContext).db);
  const members = rows.map(({ userId, ...row }) => ({ ...row, own: userId === admin.person.id }));
  const named = (name: string) => members.find((member) => member.id === params.get(name)) ?? null;
  return {
    members,
    adding: params.has("add"),
    editing: named("edit"),
    deleting: named("delete"),
    key: newIdempotencyKey(),
  };
}

const failureOf = (doing: unknown) =>
  doing === "delete" ? "Failed to delete admin user." : "An error occurred.";

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const text = failureOf(form.rawValues["intent"]);
  return withActionError(context.get(servicesContext), form, { text }, () => change(context, form));
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const doing = (await request.clone().formData()).get("intent");
  return withFormError(request, serverAction, failureOf(doing));
}

async function change(context: Route.ActionArgs["context"], form: SentForm) {
  const services = context.get(servicesContext);
  const admin = context.get(superAdminContext);
  const { rawValues, key } = form;
  const id = uuidParam(rawValues["_id"]);
  const respond = (changed: TeamChanged, title: string) =>
    changed.ok
      ? redirectWithToast(services, HERE, { tone: "good", title, text: changed.name || undefined })
      : actionError(changed, form);
  switch (rawValues["intent"]) {
    case "create": {
      const checked = checkForm(createAdminForm, form);
      if (!checked.ok) return checked.response;
      return respond(await createAdmin(services, admin, checked.input, key), "Admin Created");
    }
    case "update": {
      const checked = checkForm(editAdminForm, form);
      if (!checked.ok) return checked.response;
      const updated = id ? await updateAdmin(services, admin, id, checked.input) : ADMIN_GONE;
      return respond(updated, "Admin Updated");
    }
    case "delete":
      return respond(id ? await deleteAdmin(services, admin, id, key) : ADMIN_GONE, "Admin Deleted");
    default:
      return validationError({ form: "Send this form from its page." }, form);
  }
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
  { key: "role", header: "Role", cell: (member) => <RoleBadge role={member.role} /> },
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
  { key: "actions", header: "Actions", cell: (member) => <Actions member={member} /> },
];

export default function AdminTeamPage({ loaderData, actionData }: Route.ComponentProps) {
  const { members, adding, editing, deleting, key } = loaderData;
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
          <NewAdminForm {...form} />
        </UrlDialog>
      )}
      {editing && (
        <UrlDialog title="Edit Admin User" closeTo={HERE}>
          <EditAdminForm key={editing.id} {...form} member={editing} />
        </UrlDialog>
      )}
      {deleting && (
        <UrlDialog title="Delete Admin User" closeTo={HERE}>
          <DeleteAdminForm {...form} member={deleting} />
        </UrlDialog>
      )}
      {!adding && !editing && !deleting && actionData?.errors["form"] && (
        <p role="alert" className="mt-4 border-l-8 border-stop bg-card px-4 py-3">
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
    </>
  );
}

function Actions({ member }: { member: { id: string; name: string | null; email: string; own: boolean } }) {
  const who = member.name ?? member.email;
  return (
    <span className="flex flex-wrap gap-2">
      <ButtonLink variant="secondary" size="sm" to={`?edit=${member.id}`}>
        <Pencil aria-hidden className="hidden size-4 sm:block" />
        Edit<span className="sr-only"> {who}</span>
      </ButtonLink>
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
