/** Back office: staff book for a customer at the counter, with the form of /book. */
import type { Route } from "./+types/admin-new-booking.route";
import { adminContext } from "../../access/principal-context.ts";
import { whyRoleMayNot } from "../../access/permissions.ts";
import { staffAction } from "../../access/staff-door.server.ts";
import { servicesContext } from "../../platform/context.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { currentPrices } from "../../money/prices/current-prices.server.ts";
import { collectOffer } from "../../money/settlements/cod-request.server.ts";
import { PageHead } from "../../ui/page-head.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { BookingFormView } from "./booking-form.tsx";
import { COUNTER_BUTTONS } from "./forms.server.ts";
import { hubChoices } from "./hub-choices.server.ts";
import { pageDays } from "./page-days.server.ts";
import { NOT_BOOKED } from "./not-booked.ts";
import { shownPrice } from "./show-price.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";

export const meta: Route.MetaFunction = (args) => officeMeta(args, "Book for a walk-in customer");

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const admin = context.get(adminContext);
  return {
    key: newIdempotencyKey(),
    days: await pageDays(context),
    priced: (await currentPrices(services)) !== null,
    collects: await collectOffer(services, admin),
    hubs: await hubChoices(services),
    mayNotBook: whyRoleMayNot(admin.role, "bookForCustomer"),
  };
}

export const action = staffAction({
  buttons: COUNTER_BUTTONS,
  to: () => "/admin/bookings",
  failed: NOT_BOOKED,
});

export const clientAction = formClientAction<typeof action>(NOT_BOOKED);

export default function NewBookingPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="max-w-3xl xl:max-w-6xl">
      <PageHead
        title="Book for a walk-in customer"
        text="Enter an email and the sender gets the tracking code by email. Print the waybill on the next page."
      />
      {!loaderData.mayNotBook && (
        <p>
          <TextLink to="/admin/bookings/bulk">Many parcels? Book them from a table</TextLink>
        </p>
      )}
      {loaderData.mayNotBook ? (
        <p className="mt-6 border-l-8 border-danfo bg-card px-4 py-3">{loaderData.mayNotBook}</p>
      ) : (
        <BookingFormView
          formKey={actionData?.key ?? loaderData.key}
          errors={actionData?.errors ?? {}}
          values={actionData?.values ?? {}}
          draft="walk-in"
          atCounter
          days={loaderData.days}
          priced={loaderData.priced}
          collects={loaderData.collects}
          hubs={loaderData.hubs}
          quoted={shownPrice(actionData)}
        />
      )}
    </div>
  );
}
