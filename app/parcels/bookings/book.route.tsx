/** The page 'Book a Delivery'. */
import { data, Link, redirect, useLocation } from "react-router";
import type { Route } from "./+types/book.route";
import { asCustomer, asCustomerOrGuest } from "../../access/actors.server.ts";
import { findMember } from "../../access/business-member.server.ts";
import { ownerId } from "../../access/sign-out.server.ts";
import { uuidParam } from "../../platform/http/uuid.ts";
import { servicesContext } from "../../platform/context.ts";
import { formAction } from "../../platform/http/form-action.server.ts";
import { newIdempotencyKey, pageFormKey, type RawValues } from "../../platform/http/form.server.ts";
import { refusalText, type ActionResult } from "../../platform/http/result.ts";
import { withOfflineFallback } from "../../platform/http/network-error.ts";
import { ERROR_HEADER, ENTRY_OWNER_HEADER } from "../../offline/queue-headers.ts";
import { pageDays } from "./page-days.server.ts";
import { formatPhone } from "../../domain/phone.ts";
import { placeOf } from "../../domain/same-place.ts";
import { companyIn, pageMeta } from "../../platform/http/page-meta.ts";
import type { Services } from "../../platform/services.server.ts";
import { PageHead } from "../../ui/page-head.tsx";
import { BookingFormView, DRAFT_TO } from "./booking-form.tsx";
import { GuestNotice, ReferralBanner } from "./booking-notices.tsx";
import { findOrderToBook } from "./order-to-book.server.ts";
import { BOOK_BUTTONS } from "./forms.server.ts";
import { NOT_BOOKED } from "./not-booked.ts";
import { responseMessage } from "../../ui/status-messages.ts";
import { enqueueBooking } from "./queued-bookings.ts";
import { WaitingBookings } from "./waiting-bookings.tsx";
import { prefillReceiver } from "../address-book/address-book.server.ts";
import { findToSendAgain } from "../my-bookings/send-again.server.ts";
import { currentPrices } from "../../money/prices/current-prices.server.ts";
import { collectOffer } from "../../money/settlements/cod-request.server.ts";
import { hubChoices } from "./hub-choices.server.ts";
import { quotedParcel, withQuoted } from "./booking-price.server.ts";
import { shownPrice } from "./show-price.ts";
import { creditOf } from "../../money/referrals/credit.server.ts";
import type { Session } from "../../access/principal-context.ts";
import { sessionContext } from "../../access/principal-context.ts";
import { drawKey } from "../../ui/page-key.ts";

export const handle = { style: "task" };

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: "Book a Delivery",
    description: `Book a parcel online: we collect it and deliver it in ${companyIn(args).served}.`,
    path: "/book",
  });

export async function loader({ request, context }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const { person } = session;
  const services = context.get(servicesContext);
  const shown = {
    days: await pageDays(context),
    priced: (await currentPrices(services)) !== null,
    hubs: await hubChoices(services),
    business: await openBusinessOf(services, session),
  };
  const params = new URL(request.url).searchParams;
  const asked = params.get("order");
  if (asked !== null) {
    if (!person) throw redirect(`/store/login?next=${encodeURIComponent(`/book?order=${asked}`)}`);
    const order = await orderOf(services, session, asked);
    if (order.trackingCode) throw redirect(`/track?code=${order.trackingCode}`);
    const { id, code, slug, prefill } = order;
    return {
      key: newIdempotencyKey(),
      customer: { referralCode: person.referralCode, creditKobo: await creditOf(services.db, person.id) },
      prefill: prefill as RawValues,
      order: { id, code, slug },
      collects: await collectOffer(services, asCustomerOrGuest(session), order),
      draft: `book-order-${id}`,
      quoted: null,
      ...shown,
    };
  }
  const code = params.get("again");
  const customer = asCustomer(session);
  const again = code !== null && customer ? await findToSendAgain(services.db, customer, code) : null;
  // BOOK-10: the form begins with the values of the profile.
  const prefill: RawValues =
    again ??
    (person
      ? {
          senderName: person.fullName ?? "",
          senderEmail: person.email,
          senderPhone: person.phone ? formatPhone(person.phone) : "",
          senderAddress: person.address ?? "",
          senderState: placeOf(person.address ?? "", "")?.state ?? "",
        }
      : {});
  const to = params.get("to");
  const receiver =
    !again && to !== null && customer ? await prefillReceiver(services.db, customer, to) : null;
  const quoted = again ? null : await quotedParcel(services, params);
  return {
    key: pageFormKey(context),
    customer: person && {
      referralCode: person.referralCode,
      creditKobo: await creditOf(services.db, person.id),
    },
    prefill: {
      ...(shown.business && { paysDelivery: "account" }),
      ...(quoted ? withQuoted(prefill, quoted.asked) : prefill),
      ...receiver,
    },
    quoted,
    order: null,
    collects: await collectOffer(services, asCustomerOrGuest(session)),
    draft: again ? `book-again-${code}` : receiver ? DRAFT_TO + to : "book",
    ...shown,
  };
}

async function openBusinessOf({ db }: Services, { person, ip }: Session): Promise<string | null> {
  const member = person && (await findMember(db, person, ip));
  return member?.business.state === "open" ? member.business.name : null;
}

/** Reads the order that a store owner wants to have delivered. The order of another owner gives a 404. */
async function orderOf(services: Services, session: Session, asked: string) {
  const owner = asCustomer(session);
  const id = uuidParam(asked);
  const order = owner && id ? await findOrderToBook(services.db, owner, id) : null;
  if (!order) throw data("This order was removed or the link is wrong.", { status: 404 });
  return order;
}

const book = formAction({
  actor: (context) => asCustomerOrGuest(context.get(sessionContext)),
  buttons: BOOK_BUTTONS,
  to: () => "/book",
  failed: { text: NOT_BOOKED, unavailable: responseMessage(503, null)! },
});

export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  // A request of the send queue names the person who typed the booking. If somebody else is signed in by now, the
  // request is refused, so that the booking never gets another owner.
  const owner = request.headers.get(ENTRY_OWNER_HEADER);
  if (owner !== null && owner !== ownerId(context.get(servicesContext), context.get(sessionContext)))
    throw data("Sign in as the person who filled in the form.", { status: 412 });
  const response = await book(args);
  return "init" in response ? withReason(response) : response;
}

/** Returns the response to a refused form. A header contains the reason, which the send queue reads. */
function withReason({ data: result, init }: ReturnType<typeof data<ActionResult>>) {
  const headers = new Headers(init?.headers);
  headers.set(ERROR_HEADER, encodeURIComponent(refusalText(result)));
  return data(result, { ...init, headers });
}

export function headers({ actionHeaders, loaderHeaders }: Route.HeadersArgs) {
  return actionHeaders ?? loaderHeaders;
}

/**
 * WEB-7: without a network the booking enters the send queue. The queue sends the booking once, with the form's key.
 * The form and its key stay unchanged if the browser cannot store the booking or the server refuses the booking.
 */
export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  withOfflineFallback(
    request,
    serverAction,
    async ({ offline, message }, input, key): Promise<Failed> => {
      if (offline && (await enqueueBooking(input)))
        return { errors: {}, values: {}, key: drawKey(), problem: null, waiting: true };
      return { errors: { form: message ?? NOT_BOOKED }, values: input, key, problem: null };
    },
    { timeoutMs: 20_000 },
  );

type Failed = ActionResult & { waiting?: true };

export default function BookPage({ loaderData, actionData }: Route.ComponentProps) {
  const waiting = actionData !== undefined && "waiting" in actionData && actionData.waiting === true;
  const { search } = useLocation();
  const quoted = shownPrice(actionData) ?? loaderData.quoted;
  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-6 sm:py-8 xl:max-w-6xl">
      <PageHead
        title="Book a Delivery"
        text="Tell us the pickup and delivery addresses. We collect and deliver."
      />
      {loaderData.order && (
        <p className="mt-6 border-l-8 border-danfo bg-card px-4 py-3">
          You are booking the delivery of order{" "}
          <Link
            className="font-display font-bold underline underline-offset-4"
            to={`/store/dashboard/orders?store=${loaderData.order.slug}&view=${loaderData.order.id}`}
          >
            {loaderData.order.code}
          </Link>
          .{" "}
          {loaderData.prefill["receiverAddress"]
            ? "Check the delivery address and add the weight."
            : "Add the delivery address and the weight."}
        </p>
      )}
      {loaderData.priced && !quoted && (
        <p>
          <Link
            to="/quote"
            className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
          >
            What does it cost?
          </Link>
        </p>
      )}
      {loaderData.customer && !loaderData.order && (
        <p>
          <Link
            to="/book/bulk"
            className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
          >
            Many parcels? Book them from a table
          </Link>
        </p>
      )}
      <WaitingBookings justNow={waiting ? actionData.key : null} />
      <BookingFormView
        key={waiting ? actionData.key : "form"}
        formKey={actionData?.key ?? loaderData.key}
        errors={actionData?.errors ?? {}}
        values={{ ...loaderData.prefill, ...actionData?.values }}
        draft={loaderData.draft}
        orderId={loaderData.order?.id}
        days={loaderData.days}
        priced={loaderData.priced}
        collects={loaderData.collects}
        hubs={loaderData.hubs}
        business={loaderData.business}
        quoted={quoted}
        addressBook={loaderData.customer !== null}
      />
      {!loaderData.order && <ReferralBanner customer={loaderData.customer} />}
      {!loaderData.customer && <GuestNotice search={search} />}
    </div>
  );
}
