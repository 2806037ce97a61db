/** BUSINESS-2: the page on which owners invite and remove members and change roles. */
import type { Route } from "./+types/business-members.route";
import { memberContext } from "../../access/principal-context.ts";
import { MEMBER_ROLE_LABELS, MEMBER_ROLES } from "../../domain/business.ts";
import { formatDate } from "../../domain/dates.ts";
import { servicesContext } from "../../platform/context.ts";
import { formAction } from "../../platform/http/form-action.server.ts";
import { formProps } from "../../platform/http/form-props.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { companyMeta } from "../../platform/http/page-meta.ts";
import { Breakable } from "../../ui/breakable.tsx";
import { SendButton } from "../../ui/button.tsx";
import { EmailField, SelectField } from "../../ui/field.tsx";
import { fieldsOf } from "../../ui/fields-of.ts";
import { FormErrors, KeyedForm } from "../../ui/form.tsx";
import { NamedSection } from "../../ui/named-section.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { MEMBER_BUTTONS } from "./forms.server.ts";
import { readMembers } from "./members.server.ts";
import { NOT_DONE } from "./messages.ts";

const HERE = "/business/members";
const ROLES = MEMBER_ROLES.map((value) => ({ value, label: MEMBER_ROLE_LABELS[value] }));

export const meta: Route.MetaFunction = (args) => companyMeta(args, "Members");

export async function loader({ context }: Route.LoaderArgs) {
  const { db, now } = context.get(servicesContext);
  const { business, person } = context.get(memberContext);
  return { ...(await readMembers(db, business.id, now())), me: person.id, key: newIdempotencyKey() };
}

export const action = formAction({
  actor: (context) => context.get(memberContext),
  buttons: MEMBER_BUTTONS,
  to: () => HERE,
  failed: NOT_DONE,
});

export const clientAction = formClientAction<typeof action>(NOT_DONE);

type Data = Route.ComponentProps["loaderData"];
type OneForm = { formKey: string };

export default function MembersPage({ loaderData, actionData }: Route.ComponentProps) {
  const { members, invites, me, key } = loaderData;
  const { formKey, errors, values } = formProps(actionData, key);
  const field = fieldsOf({ values, errors }, "invite");
  const isInvite = values["intent"] === "invite";
  return (
    <>
      <PageHead title="Members" text="Owners do everything, managers book and see money, clerks book." />
      <FormErrors errors={isInvite ? {} : errors} title="Nothing was changed" />
      <ul className="mt-4 grid gap-3">
        {members.map((one) => (
          <Member key={one.userId} one={one} isMe={one.userId === me} formKey={formKey} />
        ))}
      </ul>
      {invites.length > 0 && (
        <NamedSection id="invited" title="Invited" className="mt-8">
          <ul className="mt-3 grid gap-3">
            {invites.map((one) => (
              <Invited key={one.id} one={one} formKey={formKey} />
            ))}
          </ul>
        </NamedSection>
      )}
      <NamedSection id="invite" title="Invite somebody" className="mt-8 max-w-md">
        <KeyedForm formKey={formKey} className="mt-3 grid gap-4">
          <FormErrors errors={isInvite ? errors : {}} />
          <EmailField label="Email address" {...field("email")} autoComplete="off" />
          <SelectField label="Role" options={ROLES} {...field("role", "clerk")} />
          <div>
            <SendButton intent="invite" busyLabel="Sending...">
              Send invitation
            </SendButton>
          </div>
        </KeyedForm>
      </NamedSection>
    </>
  );
}

function Member({ one, isMe, formKey }: OneForm & { one: Data["members"][number]; isMe: boolean }) {
  const { userId, role, since, name, email } = one;
  const who = name ?? email;
  return (
    <li className="grid min-w-0 gap-3 bg-card px-4 py-3">
      <p>
        <strong>{who}</strong>
        {isMe && " (you)"}
        <span className="block text-sm text-muted">
          <Breakable text={email} />, since {formatDate(since)}
        </span>
      </p>
      <KeyedForm formKey={formKey} aria-label={who} className="flex flex-wrap items-end gap-3">
        <input type="hidden" name="userId" value={userId} />
        <SelectField label="Role" name="role" defaultValue={role} options={ROLES} />
        <SendButton intent="role" variant="secondary" aria-label={`Save role of ${who}`}>
          Save role
        </SendButton>
        {!isMe && (
          <SendButton intent="remove" variant="quiet" aria-label={`Remove ${who}`}>
            Remove
          </SendButton>
        )}
      </KeyedForm>
    </li>
  );
}

function Invited({ one, formKey }: OneForm & { one: Data["invites"][number] }) {
  const { id, email, role, expiresAt } = one;
  return (
    <li className="bg-card px-4 py-3">
      <KeyedForm formKey={formKey} aria-label={email} className="flex flex-wrap items-center gap-3">
        <input type="hidden" name="inviteId" value={id} />
        <p className="min-w-0 grow">
          <Breakable text={email} />, {MEMBER_ROLE_LABELS[role].toLowerCase()}
          <span className="block text-sm text-muted">Open until {formatDate(expiresAt)}</span>
        </p>
        <SendButton intent="withdraw" variant="quiet" aria-label={`Withdraw the invitation of ${email}`}>
          Withdraw
        </SendButton>
      </KeyedForm>
    </li>
  );
}
