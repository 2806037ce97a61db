/** Back office: book for a customer at the counter, with the form of /book. */
import { data } from "react-router";
import type { Route } from "./+types/admin-new-booking.route";
import { adminContext } from "../access/principal-context.ts";
import { refusal } from "../access/permissions.ts";
import { servicesContext } from "../platform/context.ts";
import {
  actionError,
  check,
  newIdempotencyKey,
  readForm,
  validationError,
  withActionError,
} from "../platform/http/form.server.ts";
import { withFormError } from "../platform/http/network-error.ts";
import { redirectWithToast } from "../platform/http/toast.server.ts";
import { currentPrices } from "../prices/current-prices.server.ts";
import { collectOffer } from "../settlements/ask-collection.server.ts";
import { PageHead } from "../ui/page-head.tsx";
import { BookingFormView } from "./booking-form.tsx";
import { showPrice } from "./booking-price.server.ts";
import { bookingForm } from "./booking-form-schema.ts";
import { createBooking } from "./create-booking.server.ts";
import { SHOW_PRICE, shownPrice } from "./show-price.ts";

export const meta: Route.MetaFunction = () => [
  { title: "Book for a walk-in customer · Ona back office" },
  { name: "robots", content: "noindex" },
];

const FAILED = "Booking failed. There was a problem with your submission. Please try again.";

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const admin = context.get(adminContext);
  return {
    key: newIdempotencyKey(),
    now: services.now().getTime(),
    priced: (await currentPrices(services)) !== null,
    collects: await collectOffer(services, admin),
    mayNotBook: refusal(admin.role, "bookForCustomer"),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const admin = context.get(adminContext);
  const why = refusal(admin.role, "bookForCustomer");
  if (why) throw data(why, { status: 403 });
  const form = await readForm(request);
  return withActionError(services, form, { text: FAILED }, async () => {
    if (form.rawValues["intent"] === SHOW_PRICE) return showPrice(services, form);
    const checked = check(bookingForm, form.rawValues);
    if (!checked.ok) return validationError(checked.errors, form);
    const booked = await createBooking(services, admin, checked.input, form.key);
    if (!booked.ok) return actionError(booked, form);
    return redirectWithToast(services, `/admin/bookings/${booked.trackingCode}`, {
      tone: "good",
      title: "Booking successful!",
      text: `Your booking reference is: ${booked.trackingCode}`,
    });
  });
}

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  withFormError(request, serverAction, FAILED);

export default function NewBookingPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="max-w-3xl">
      <PageHead
        title="Book for a walk-in customer"
        text="The sender gets an email with the tracking code. Print the waybill on the next page."
      />
      {loaderData.mayNotBook ? (
        <p className="mt-6 border-l-8 border-danfo bg-card px-4 py-3">{loaderData.mayNotBook}</p>
      ) : (
        <BookingFormView
          formKey={actionData?.key ?? loaderData.key}
          errors={actionData?.errors ?? {}}
          values={actionData?.values ?? {}}
          draft="walk-in"
          now={loaderData.now}
          priced={loaderData.priced}
          collects={loaderData.collects}
          quoted={shownPrice(actionData)}
        />
      )}
    </div>
  );
}
