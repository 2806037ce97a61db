/** STAFF-8: one booking in the back office, with everything stored about it. */
import type { ComponentProps } from "react";
import { data } from "react-router";
import type { Route } from "./+types/admin-booking.route";
import { may, whyRoleMayNot } from "../../access/permissions.ts";
import { servicesContext } from "../../platform/context.ts";
import { formatAdminDateTime } from "../../domain/dates.ts";
import { activeHubs } from "../../places/hubs.server.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { withOfflineFallback } from "../../platform/http/network-error.ts";
import type { LiveHandle } from "../../platform/live/live-topics.ts";
import { requoteOf } from "../../money/prices/requote.server.ts";
import { codFeeAt } from "../../money/settlements/cod-request.server.ts";
import { refusalsOf } from "../../notifications/refused-addresses.server.ts";
import { RefusedMailStaff } from "../../notifications/refused-mail-staff.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { Section } from "../../ui/section.tsx";
import { readableTrackingCode } from "../../domain/tracking-code.ts";
import { ClaimsOfBooking, MakeClaim } from "../claiming/booking-claims.tsx";
import { claimsOf } from "../claiming/read-claims.server.ts";
import { OpenExceptions } from "../custody/open-exceptions.tsx";
import { openExceptionsOf } from "../custody/read-exceptions.server.ts";
import { ChoicesPanel } from "../receiver-choices/choices-panel.tsx";
import { choicesOf } from "../receiver-choices/read-choices.server.ts";
import { messagesOfBooking } from "../messages/list-messages.server.ts";
import { MessagesOfBooking } from "../messages/message-parts.tsx";
import { BookingLinks } from "./booking-links.tsx";
import { BookingMoney } from "./booking-money.tsx";
import { NeighbourLinks, SentMails, StaffFacts } from "./staff-facts.tsx";
import { bookingNeighboursOf, readBooking } from "./one-booking.server.ts";
import { AskReceiver } from "./ask-receiver.tsx";
import { staffsLink } from "./receiver-chats.server.ts";
import { HeldPieces } from "../custody/held-pieces.tsx";
import { NewDayPart } from "./new-day-part.tsx";
import { BookingNote } from "./booking-note.tsx";
import { stickersToShow } from "./link-sticker.server.ts";
import { StickerPart } from "./sticker-part.tsx";
import { listTeam } from "../../access/colleagues.server.ts";
import { EraseReceiver } from "./erase-receiver.tsx";
import { HistoryItem } from "./history-item.tsx";
import { doubtfulEnds } from "./state-doubts.server.ts";
import { BOOKING_BUTTONS } from "./forms.server.ts";
import { hasPayers } from "./hub-choices.server.ts";
import { isWithSender } from "./with-sender.server.ts";
import { CHECK_IT, notChanged } from "./status-response.ts";
import { StatusChanger } from "./status-changer.tsx";
import { WhatIsInDoubt, WhatToCorrect } from "./what-to-correct.tsx";
import { BookingStatusBadge } from "./booking-status-badge.tsx";
import { adminContext } from "../../access/principal-context.ts";
import { staffAction } from "../../access/staff-door.server.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import { DELIVERY_TYPE_LABELS } from "../../domain/booking.ts";
import { saidDay } from "../../domain/promise.ts";
import { stateLabel } from "../../domain/states.ts";
import { DELIVERED, isOnTheWay } from "../../domain/delivery-status.ts";
import { NOT_STORED } from "../../domain/erased.ts";
import { useCompany } from "../../platform/company/use-company.ts";

export const handle: LiveHandle = { live: ({ code }) => [`booking:${code}`] };

export const meta: Route.MetaFunction = (args) => officeMeta(args, `${args.params["code"]}`);

export async function loader({ params, context }: Route.LoaderArgs) {
  const admin = context.get(adminContext);
  const services = context.get(servicesContext);
  const found = await readBooking(services.db, params.code);
  if (!found) throw data("No booking has this code.", { status: 404 });
  const mayCorrect = may(admin.role, "correctBooking") && found.booking.status !== DELIVERED;
  const withCollect =
    found.collectKobo !== null || (mayCorrect && (await codFeeAt(services, services.now())) !== null);
  const link = await staffsLink(services, admin, found);
  const withPayer = mayCorrect && (await hasPayers(services, found.booking));
  return {
    ...found,
    neighbours: await bookingNeighboursOf(services.db, found.booking),
    team: await listTeam(services.db, null),
    noteKey: newIdempotencyKey(),
    stickers: await stickersToShow(services, found.booking.id),
    mayNotLink: whyRoleMayNot(admin.role, "workHub"),
    withCollect,
    withPieces:
      mayCorrect &&
      (withPayer || found.booking.pieces > 1) &&
      (await isWithSender(services.db, found.booking.id)),
    withPayer,
    requote: await requoteOf(services, found.booking.id),
    toReceiver: link?.chat ?? null,
    asked: link?.asked ?? null,
    key: newIdempotencyKey(),
    correctionKey: newIdempotencyKey(),
    mayNotChange: whyRoleMayNot(admin.role, "changeStatus"),
    refused: await refusalsOf(services.db, [found.booking.senderEmail, found.booking.receiverEmail]),
    mayNotMail: whyRoleMayNot(admin.role, "sendMessages"),
    mayNotSetDay: whyRoleMayNot(admin.role, "setNewDay"),
    mayCorrect,
    doubtful: found.booking.stateDoubt ? doubtfulEnds(found.booking) : [],
    exceptions: await openExceptionsOf(services.db, found.booking.id),
    choices: found.booking.status === DELIVERED ? [] : await choicesOf(services.db, [found.booking.id]),
    mayNotPlan: whyRoleMayNot(admin.role, "planRuns"),
    now: services.now(),
    claims: may(admin.role, "readMessages") ? await claimsOf(services.db, found.booking.id) : [],
    messages: await messagesOfBooking(services.db, found.booking.id),
    mayErase:
      may(admin.role, "eraseReceivers") &&
      !isOnTheWay(found.booking.status) &&
      found.booking.receiverPhone !== NOT_STORED,
    mayClaim: may(admin.role, "handleClaims") && (await activeHubs(services)).length > 0,
  };
}

export const action = staffAction({
  buttons: BOOKING_BUTTONS,
  to: ({ code }) => `/admin/bookings/${code}`,
  failed: CHECK_IT,
});

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  withOfflineFallback(request, serverAction, ({ message }, { id = "" }) =>
    notChanged(id, message ?? undefined),
  );

export default function BookingPage({ loaderData, actionData }: Route.ComponentProps) {
  const { booking, held, key, mayNotChange, asked, neighbours, noteKey } = loaderData;
  // `toReceiver` links to the chat with the receiver. If a question to the receiver is open, the link is beside it.
  const toReceiver = asked ? null : loaderData.toReceiver;
  const correction = actionData && "values" in actionData ? actionData : null;
  const status = actionData && "title" in actionData ? actionData : null;
  const company = useCompany();
  return (
    <>
      <p className="hidden font-display text-xl font-extrabold print:block">{company.name}: booking</p>
      <NeighbourLinks {...neighbours} />
      <PageHead
        title={readableTrackingCode(booking.trackingCode)}
        text={`${headline(loaderData)} · booked ${formatAdminDateTime(booking.createdAt)}`}
        actions={<BookingLinks found={loaderData} toReceiver={toReceiver} />}
      />
      {status && (
        <p role="status" className="mt-4 border-l-8 border-danfo bg-card px-4 py-3">
          <strong>{status.title}</strong> {status.text}
        </p>
      )}
      <RefusedMailStaff list={loaderData.refused} mayNot={loaderData.mayNotMail} />
      {asked && <AskReceiver asked={asked} reader="staff" />}
      <OpenExceptions list={loaderData.exceptions} now={loaderData.now} pieces={booking.pieces} />
      <ChoicesPanel
        code={booking.trackingCode}
        list={loaderData.choices}
        formKey={noteKey}
        mayNot={loaderData.mayNotPlan}
      />
      <ClaimsOfBooking list={loaderData.claims} now={loaderData.now} />
      <WhatIsInDoubt found={loaderData} />
      <div className="mt-6 flex flex-wrap items-start gap-4">
        <BookingStatusBadge status={booking.status} />
        <div className="print:hidden">
          <StatusChanger key={booking.id} booking={{ ...booking, key }} mayNotChange={mayNotChange} />
        </div>
      </div>
      {!mayNotChange && (
        <p className="mt-2 max-w-prose text-sm text-muted print:hidden">
          Wrong status? Choose the right one. Both stay in the history, with your note.
        </p>
      )}
      {held.length > 0 && (
        <div className="mt-4">
          <HeldPieces pieces={held} />
        </div>
      )}
      <div className="mt-6 grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)]">
        {/* On a phone the facts come before the long history. On a wide screen the history is at the left. */}
        <div className="grid min-w-0 content-start gap-6 lg:order-2">
          <BookingMoney found={loaderData} />
          <StaffFacts found={loaderData} />
          <StaffForms found={loaderData} />
          <More found={loaderData} correction={correction} />
        </div>
        <WhatHappened found={loaderData} />
      </div>
    </>
  );
}

type Loaded = Route.ComponentProps["loaderData"];

/**
 * Returns 'Chiamaka Eze → Musa Bello · Lagos → Kano · Express · by Wed 2 Dec'. Once a booking has ended, the day is
 * left out.
 */
const headline = ({ booking }: Loaded): string =>
  [
    `${booking.senderName} → ${booking.receiverName}`,
    `${stateLabel(booking.senderState)} → ${stateLabel(booking.receiverState)}`,
    DELIVERY_TYPE_LABELS[booking.deliveryType].name,
    ...(isOnTheWay(booking.status) ? [`by ${saidDay(booking.promisedDay)}`] : []),
  ].join(" · ");

function StaffForms({ found }: { found: Loaded }) {
  const { booking, team, mayNotChange, noteKey } = found;
  return (
    <div className="grid gap-6 print:hidden">
      {isOnTheWay(booking.status) && (
        <NewDayPart {...{ booking, now: found.now }} formKey={noteKey} mayNot={found.mayNotSetDay} />
      )}
      <BookingNote {...{ booking, team, mayNotChange }} formKey={noteKey} />
    </div>
  );
}

function WhatHappened({ found }: { found: Loaded }) {
  return (
    <div className="grid min-w-0 content-start gap-8 print:hidden">
      <Section title="History">
        <ol className="border-l-4 border-dashed border-ink pl-4">
          {found.events.toReversed().map((event) => (
            <HistoryItem key={event.id} event={event} />
          ))}
        </ol>
      </Section>
      <MessagesOfBooking code={found.booking.trackingCode} list={found.messages} />
      <SentMails mails={found.mails} />
    </div>
  );
}

type MoreProps = { found: Loaded; correction: ComponentProps<typeof WhatToCorrect>["correction"] };

/** The forms that staff rarely need. Each form is collapsed at first, and a press opens it. */
function More({ found, correction }: MoreProps) {
  const { booking, noteKey, mayCorrect, mayClaim, stickers, mayErase } = found;
  if (!mayCorrect && !mayClaim && !stickers && !mayErase) return null;
  return (
    <div className="print:hidden">
      <Section title="More">
        <div className="grid gap-2">
          {mayCorrect && <WhatToCorrect found={found} correction={correction} />}
          {mayClaim && <MakeClaim code={booking.trackingCode} formKey={noteKey} />}
          {stickers && (
            <StickerPart {...{ booking }} pieces={stickers} mayNot={found.mayNotLink} formKey={noteKey} />
          )}
          {mayErase && <EraseReceiver booking={booking} formKey={noteKey} />}
        </div>
      </Section>
    </div>
  );
}
