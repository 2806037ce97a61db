/** Back office: one business with application, terms, prices, invoices, money and bookings. */
import { useLocation } from "react-router";
import type { Route } from "./+types/admin-business.route";
import { staffAction } from "../../access/staff-door.server.ts";
import { formatAdminDate, lagosDay } from "../../domain/dates.ts";
import { formatPhone } from "../../domain/phone.ts";
import { servicesContext } from "../../platform/context.ts";
import { formProps } from "../../platform/http/form-props.ts";
import { newIdempotencyKey, refusalPage } from "../../platform/http/form.server.ts";
import { readListParams } from "../../platform/http/list-params.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import { uuidParam } from "../../platform/http/uuid.ts";
import { BackLink } from "../../ui/back-link.tsx";
import { Breakable } from "../../ui/breakable.tsx";
import { Fact } from "../../ui/fact.tsx";
import { FormErrors } from "../../ui/form.tsx";
import { NamedSection } from "../../ui/named-section.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { BusinessBookings } from "./business-bookings.tsx";
import { BUSINESS_FORM_LABELS, Decide, PricesForm, TermsForm } from "./business-forms-part.tsx";
import { BusinessStateBadge } from "./business-state.tsx";
import { STAFF_BUSINESS_BUTTONS } from "./forms.server.ts";
import { InvoiceList } from "./invoice-list.tsx";
import { NOT_DONE, refuse } from "./messages.ts";
import { MoneyPart } from "./money-part.tsx";
import { listOnlineProblems } from "./online-problems.server.ts";
import { costCentresOf, listBusinessBookings, listReceived, readBusiness } from "./read-business.server.ts";

export const meta: Route.MetaFunction = (args) => officeMeta(args, "Business");

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db, now } = context.get(servicesContext);
  const id = uuidParam(params.id);
  const business = id && (await readBusiness(db, id));
  if (!business) throw refusalPage(refuse("not_found", "no_such_business"));
  const { params: asked, page } = readListParams(request);
  const costCentre = asked.get("centre") ?? "";
  const [found, centres, received, problems] = await Promise.all([
    listBusinessBookings(db, business.id, { costCentre, ...page }),
    costCentresOf(db, business.id),
    listReceived(db, business.id),
    listOnlineProblems(db, business.id),
  ]);
  return {
    business: { ...business, phone: formatPhone(business.phone) },
    ...{ found, centres, costCentre, received, problems, today: lagosDay(now()), key: newIdempotencyKey() },
  };
}

export const action = staffAction({
  buttons: STAFF_BUSINESS_BUTTONS,
  of: ({ id = "" }) => ({ id }),
  to: ({ id }) => `/admin/businesses/${id}`,
  failed: NOT_DONE,
});

export const clientAction = formClientAction<typeof action>(NOT_DONE);

export default function BusinessPage({ loaderData, actionData }: Route.ComponentProps) {
  const { business, found, centres, costCentre, received, problems, today, key } = loaderData;
  const location = useLocation();
  const form = { ...formProps(actionData, key) };
  const here = `/admin/businesses/${business.id}`;
  return (
    <>
      <BackLink to="/admin/businesses">Businesses</BackLink>
      <PageHead title={business.name} actions={<BusinessStateBadge state={business.state} />} />
      <dl className="mt-6 grid gap-x-6 gap-y-2 sm:grid-cols-2 xl:grid-cols-3">
        <Fact name="RC number">{business.rcNumber ?? "None"}</Fact>
        <Fact name="TIN">{business.tin ?? "None"}</Fact>
        <Fact name="Since">{formatAdminDate(business.createdAt)}</Fact>
        <Fact name="Email for invoices">
          <Breakable text={business.email} />
        </Fact>
        <Fact name="Phone">{business.phone}</Fact>
        <Fact name="Address">{business.address}</Fact>
      </dl>
      <div className="mt-6">
        <FormErrors errors={form.errors} title="Nothing was changed" labels={BUSINESS_FORM_LABELS} />
      </div>
      {business.state === "asked" && <Decide {...form} />}
      {business.state === "refused" && <p className="mt-4">Refused. Why: {business.reason}</p>}
      {(business.state === "open" || business.state === "closed") && (
        <>
          <div className="mt-6 grid gap-8 lg:grid-cols-2">
            <TermsForm key={business.version} {...form} business={business} />
            <PricesForm {...form} business={business} />
          </div>
          <NamedSection id="invoices" title="Invoices" className="mt-10">
            <div className="mt-3">
              <InvoiceList invoices={business.invoices} under={here} today={today} />
            </div>
          </NamedSection>
          <MoneyPart
            key={location.key}
            {...form}
            business={business}
            received={received}
            problems={problems}
          />
          <BusinessBookings
            {...{ found, centres, costCentre, here }}
            linkOf={(code) => `/admin/bookings/${code}`}
          />
        </>
      )}
    </>
  );
}
