/** The forms of an admin user: add, edit, delete. They also work without JavaScript. */
import type { ComponentProps, ReactNode } from "react";
import { useNavigation } from "react-router";
import {
  ADMIN_ROLES,
  ADMIN_ROLE_LABELS,
  ADMIN_ROLE_NAMES,
  type AdminRole,
} from "../../domain/admin-roles.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { EmailField, Field, NewPasswordField, SelectField } from "../../ui/field.tsx";
import { FormErrors, KeyedForm, useForm } from "../../ui/form.tsx";
import { createAdminForm, DELETE_QUESTION, editAdminForm } from "./admin-form.ts";

/**
 * Returns the roles to choose. A role for hubs or runs is offered only if there is a hub, or if it is the user's own
 * role.
 */
const rolesFor = (hubs: readonly UserHub[], own?: AdminRole) =>
  ADMIN_ROLES.filter((role) => hubs.length > 0 || role === own || OFFICE_ROLES.includes(role)).map(
    (value) => ({
      value: value as string,
      label: `${ADMIN_ROLE_NAMES[value]} (${ADMIN_ROLE_LABELS[value]})`,
    }),
  );
const OFFICE_ROLES: readonly AdminRole[] = ["super_admin", "moderator", "support"];

export type RefusedUserForm =
  | { errors: Record<string, string>; values: Record<string, string>; key: string }
  | undefined;
export type UserHub = { id: string; name: string };
export type TeamMember = {
  id: string;
  name: string | null;
  email: string;
  role: AdminRole;
  hubId: string | null;
  hubName: string | null;
  own: boolean;
};
type Props = { refused: RefusedUserForm; formKey: string; closeTo: string };
type WithHubs = Props & { hubs: readonly UserHub[] };

export function NewAdminForm({ refused, formKey, closeTo, hubs }: WithHubs) {
  const { field, handlers, allErrors, formId } = useForm(createAdminForm, {
    errors: refused?.errors ?? {},
    values: refused?.values ?? { role: "support" },
  });
  return (
    <KeyedForm formKey={refused?.key ?? formKey} preventScrollReset className="grid gap-4" {...handlers}>
      <input type="hidden" name="intent" value="create" />
      <FormErrors errors={allErrors} formId={formId} />
      <Field label="Name" autoComplete="off" {...field("name")} />
      <EmailField label="Email" autoComplete="off" {...field("email")} />
      <NewPasswordField label="Password" hint="At least 6 characters" {...field("password")} />
      <SelectField label="Role" options={rolesFor(hubs)} {...field("role")} />
      <HubField hubs={hubs} {...field("hub")} />
      <Buttons closeTo={closeTo}>Add Admin User</Buttons>
    </KeyedForm>
  );
}

export function EditAdminForm({
  refused,
  formKey,
  closeTo,
  member,
  hubs,
}: WithHubs & { member: TeamMember }) {
  const { field, handlers, allErrors, formId } = useForm(editAdminForm, {
    errors: refused?.errors ?? {},
    values: refused?.values ?? { name: member.name ?? "", role: member.role, hub: member.hubId ?? "" },
  });
  return (
    <KeyedForm formKey={refused?.key ?? formKey} preventScrollReset className="grid gap-4" {...handlers}>
      <input type="hidden" name="intent" value="update" />
      <input type="hidden" name="id" value={member.id} />
      <FormErrors errors={allErrors} formId={formId} />
      <Field label="Name" autoComplete="off" {...field("name")} />
      <EmailField label="Email" value={member.email} readOnly hint="Email cannot be changed" />
      {member.own ? (
        <>
          <Field
            label="Role"
            value={`${ADMIN_ROLE_NAMES[member.role]} (${ADMIN_ROLE_LABELS[member.role]})`}
            readOnly
            hint="You cannot change your own role."
          />
          <p>
            <ButtonLink variant="quiet" size="sm" to="/admin/personal-settings">
              Change your own password in Personal Settings
            </ButtonLink>
          </p>
        </>
      ) : (
        <>
          <NewPasswordField
            label="Password"
            optional
            hint="Leave blank to keep the current password"
            {...field("password")}
          />
          <SelectField label="Role" options={rolesFor(hubs, member.role)} {...field("role")} />
        </>
      )}
      <HubField hubs={hubs} member={member} {...field("hub")} />
      <Buttons closeTo={closeTo}>Save Changes</Buttons>
    </KeyedForm>
  );
}

export function DeleteAdminForm({ refused, formKey, closeTo, member }: Props & { member: TeamMember }) {
  const busy = useNavigation().state === "submitting";
  return (
    <KeyedForm formKey={refused?.key ?? formKey} preventScrollReset className="grid gap-4">
      <input type="hidden" name="intent" value="delete" />
      <input type="hidden" name="id" value={member.id} />
      <FormErrors errors={refused?.errors ?? {}} title="Failed to delete admin user." />
      <p className="text-lg">{DELETE_QUESTION}</p>
      <p>
        <strong>{member.name ?? member.email}</strong> ({member.email}) is signed out at once and can no
        longer open the back office.
      </p>
      <div className="flex flex-wrap justify-end gap-3">
        <ButtonLink variant="secondary" to={closeTo}>
          Cancel
        </ButtonLink>
        <Button type="submit" variant="danger" busy={busy} busyLabel="Deleting...">
          Delete
        </Button>
      </div>
    </KeyedForm>
  );
}

/**
 * HUB-3: draws the field of a person's hub, if there is any hub. A closed hub is offered only to a person who
 * already has that hub.
 */
function HubField({
  hubs,
  member,
  ...field
}: { hubs: readonly UserHub[]; member?: TeamMember } & Omit<
  ComponentProps<typeof SelectField>,
  "label" | "options"
>) {
  const { hubId, hubName } = member ?? { hubId: null, hubName: null };
  const closed = hubId !== null && !hubs.some(({ id }) => id === hubId);
  const all = closed ? [...hubs, { id: hubId, name: `${hubName} (closed)` }] : hubs;
  if (all.length === 0) return null;
  return (
    <SelectField
      label="Hub"
      hint="A hub clerk works for this hub alone. Others may leave it open."
      options={[{ value: "", label: "No hub" }, ...all.map(({ id, name }) => ({ value: id, label: name }))]}
      {...field}
    />
  );
}

function Buttons({ closeTo, children }: { closeTo: string; children: ReactNode }) {
  const busy = useNavigation().state === "submitting";
  return (
    <div className="flex flex-wrap justify-end gap-3 pt-2">
      <ButtonLink variant="secondary" to={closeTo}>
        Cancel
      </ButtonLink>
      <Button type="submit" busy={busy} busyLabel="Saving...">
        {children}
      </Button>
    </div>
  );
}
