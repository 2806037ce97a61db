/** BUSINESS-1, BUSINESS-5: a customer's business: application, invitations, used limit and bookings. */
import type { Route } from "./+types/business.route";
import { findMember } from "../../access/business-member.server.ts";
import { customerContext } from "../../access/principal-context.ts";
import { MEMBER_ROLE_LABELS, memberMay } from "../../domain/business.ts";
import { servicesContext } from "../../platform/context.ts";
import { formAction } from "../../platform/http/form-action.server.ts";
import { formProps, type FormParts } from "../../platform/http/form-props.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { readListParams } from "../../platform/http/list-params.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { companyMeta } from "../../platform/http/page-meta.ts";
import { SendButton } from "../../ui/button.tsx";
import { fieldsOf } from "../../ui/fields-of.ts";
import { FormErrors, KeyedForm } from "../../ui/form.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { BusinessBookings } from "./business-bookings.tsx";
import { BUSINESS_LABELS, BusinessFields } from "./business-form-view.tsx";
import { BusinessTabs } from "./business-tabs.tsx";
import { BusinessUse } from "./business-use.tsx";
import { BUSINESS_BUTTONS } from "./forms.server.ts";
import { invitesFor } from "./members.server.ts";
import { NOT_DONE } from "./messages.ts";
import { stoppingInvoice } from "./on-account.server.ts";
import { costCentresOf, listBusinessBookings, readBusiness } from "./read-business.server.ts";

const HERE = "/business";

export const meta: Route.MetaFunction = (args) => companyMeta(args, "Business");

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, now } = context.get(servicesContext);
  const { person, ip } = context.get(customerContext);
  const [member, invites] = await Promise.all([findMember(db, person, ip), invitesFor(db, person, now())]);
  const business = member && (await readBusiness(db, member.business.id));
  const shown = { invites, key: newIdempotencyKey(), email: person.email };
  if (!member || !business) return { ...shown, own: null };
  const { params, page } = readListParams(request);
  const costCentre = params.get("centre") ?? "";
  const [found, centres, overdue] = await Promise.all([
    listBusinessBookings(db, business.id, { costCentre, ...page }),
    costCentresOf(db, business.id),
    stoppingInvoice(db, business, now()),
  ]);
  const { name, state, reason, limitKobo, usedKobo, creditKobo, leftKobo, openKobo, termsDays } = business;
  const seesMoney = memberMay(member.role, "seeMoney");
  return {
    ...shown,
    own: {
      ...{ name, state, reason, role: member.role, centres, costCentre },
      // A clerk may not see amounts, so the server sends no amounts to a clerk's browser.
      found: seesMoney
        ? found
        : { ...found, rows: found.rows.map((row) => ({ ...row, priceKobo: null, paidKobo: null })) },
      use: { canBook: leftKobo > 0, hasLimit: limitKobo > 0 || leftKobo > 0, overdue },
      money: seesMoney ? { limitKobo, usedKobo, creditKobo, leftKobo, openKobo, termsDays } : null,
    },
  };
}

export const action = formAction({
  actor: (context) => context.get(customerContext),
  buttons: BUSINESS_BUTTONS,
  to: () => HERE,
  failed: NOT_DONE,
});

export const clientAction = formClientAction<typeof action>(NOT_DONE);

type Data = Route.ComponentProps["loaderData"];

export default function BusinessPage({ loaderData, actionData }: Route.ComponentProps) {
  const { own, invites, key, email } = loaderData;
  const form = { ...formProps(actionData, key, { email }) };
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-6">
      {own && <BusinessTabs name={own.name} role={own.role} here={HERE} />}
      <div className="mt-6">
        {own ? (
          <Own own={own} />
        ) : (
          <>
            <PageHead
              title="Send on account"
              text="A business pays for its parcels once a month by invoice. Its people book, and you see what each costs."
            />
            <Invites invites={invites} {...form} />
            <Apply {...form} />
          </>
        )}
      </div>
    </div>
  );
}

function Own({ own }: { own: NonNullable<Data["own"]> }) {
  const { state, reason, use, money, found, centres, costCentre } = own;
  return (
    <>
      <PageHead title="Your business" />
      {state === "asked" && (
        <p className="mt-4">You applied for an account. We look at it and write to you.</p>
      )}
      {state === "refused" && (
        <p className="mt-4">We cannot open an account for this business. Why: {reason}</p>
      )}
      {state === "closed" && (
        <p className="mt-4">The account of this business is closed. Nothing more can be booked on it.</p>
      )}
      {state !== "asked" && state !== "refused" && (
        <>
          <BusinessUse use={use} money={money} isOpen={state === "open"} />
          <BusinessBookings {...{ found, centres, costCentre }} seesMoney={money !== null} here={HERE} />
        </>
      )}
    </>
  );
}

function Invites({ invites, formKey, errors, values }: Pick<Data, "invites"> & FormParts) {
  if (invites.length === 0) return null;
  return (
    <div className="mt-6 grid gap-3">
      <FormErrors errors={values["intent"] === "accept" ? errors : {}} title="Nothing was changed" />
      {invites.map(({ id, business, role }) => (
        <KeyedForm key={id} formKey={formKey} className="flex flex-wrap items-center gap-4 bg-card px-4 py-3">
          <input type="hidden" name="inviteId" value={id} />
          <p className="grow font-semibold">
            {business} invites you, as {MEMBER_ROLE_LABELS[role].toLowerCase()}.
          </p>
          <SendButton intent="accept">Accept</SendButton>
        </KeyedForm>
      ))}
    </div>
  );
}

function Apply(props: FormParts) {
  const { formKey, errors, values } = props;
  const isOwn = values["intent"] !== "accept";
  return (
    <section aria-labelledby="apply" className="mt-8 max-w-2xl">
      <h2 id="apply" className="font-display text-xl font-bold">
        Apply for an account
      </h2>
      <KeyedForm formKey={formKey} className="mt-3 grid gap-4">
        <FormErrors errors={isOwn ? errors : {}} labels={BUSINESS_LABELS} />
        <BusinessFields field={fieldsOf({ values, errors }, isOwn)} />
        <div>
          <SendButton intent="apply" busyLabel="Sending...">
            Apply
          </SendButton>
        </div>
      </KeyedForm>
    </section>
  );
}
