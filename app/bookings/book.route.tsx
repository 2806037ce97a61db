/** Book a Delivery. */
import { data, redirect } from "react-router";
import type { Route } from "./+types/book.route";
import { asCustomerOrGuest } from "../accounts/actor.server.ts";
import { servicesContext, viewerContext } from "../context.ts";
import { check, newFormKey, readForm, refuse, type Typed } from "../lib/form.server.ts";
import { toastCookie } from "../lib/toast.server.ts";
import { whatsappLink } from "../lib/whatsapp.ts";
import { COMPANY } from "../marketing/company.ts";
import { pageMeta } from "../marketing/meta.ts";
import { PageHead } from "../ui/page-head.tsx";
import { BookingFormView } from "./booking-form.tsx";
import { GuestNotice, ReferralBanner } from "./booking-notices.tsx";
import { bookingForm } from "./booking-form-schema.ts";
import { createBooking } from "./bookings.server.ts";

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: "Book a Delivery",
    description: "Book a parcel in a minute: we pick it up and deliver it in any of the 36 states.",
    path: "/book",
  });

export async function loader({ context }: Route.LoaderArgs) {
  const { person } = context.get(viewerContext);
  const prefill: Typed = person
    ? {
        senderName: person.fullName ?? "",
        senderEmail: person.email,
        senderPhone: person.phone ?? "",
        senderAddress: person.address ?? "",
      }
    : {};
  return { key: newFormKey(), customer: person && { referralCode: person.referralCode }, prefill };
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const { typed, key } = await readForm(request);
  const checked = check(bookingForm, typed);
  if (!checked.ok) return refuse(checked.errors, typed, key);
  const booked = await createBooking(
    services,
    asCustomerOrGuest(context.get(viewerContext)),
    checked.input,
    key,
  );
  if (!booked.ok) {
    const wait = booked.retryAfterSeconds;
    return refuse(
      booked.errors,
      typed,
      key,
      wait ? 429 : 400,
      wait ? { "Retry-After": String(wait) } : undefined,
    );
  }
  const code = booked.trackingNumber;
  const chat = whatsappLink(
    COMPANY.whatsapp,
    `Hello ${COMPANY.name}, I have just booked a delivery. My booking reference is ${code}.`,
  );
  return redirect(`/track?code=${code}`, {
    headers: {
      "Set-Cookie": await toastCookie({
        tone: "good",
        title: "Booking successful!",
        text: `Your booking reference is: ${code}`,
        action: { label: "Open WhatsApp", href: chat, newTab: true },
        open: chat,
      }),
    },
  });
}

/** A lost connection is an answer too: the form stays as it is, with the same key, so that sending again books once. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const typed = Object.fromEntries(
    [...(await request.clone().formData())].map(([name, value]) => [
      name,
      typeof value === "string" ? value : "",
    ]),
  );
  try {
    return await serverAction();
  } catch (problem) {
    if (problem instanceof Response) throw problem;
    // 503 as the server would say it: the page's own data is not asked for again.
    return data(
      {
        errors: {
          form: "Booking failed. There was a problem with your submission. Please try again.",
        },
        values: typed,
        key: typed["_key"] ?? "",
      },
      503,
    );
  }
}

export default function BookPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-8">
      <PageHead
        title="Book a Delivery"
        text="Tell us where it is, where it goes and what it is. We do the road."
      />
      <ReferralBanner customer={loaderData.customer} />
      {!loaderData.customer && <GuestNotice />}
      <BookingFormView
        formKey={actionData?.key ?? loaderData.key}
        errors={actionData?.errors ?? {}}
        values={{ ...loaderData.prefill, ...actionData?.values }}
        draft={loaderData.customer ? "book-customer" : "book"}
      />
    </div>
  );
}
