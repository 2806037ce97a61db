/** BOOK-27, BOOK-28: the page on which a sender cancels or corrects a pending booking. */
import { useEffect, useRef } from "react";
import { Form, data, useNavigation, useSearchParams } from "react-router";
import type { Route } from "./+types/own-booking.route";
import { asCustomerOrGuest } from "../../access/actors.server.ts";
import { sessionContext } from "../../access/principal-context.ts";
import { formatNaira } from "../../domain/money.ts";
import { readableTrackingCode } from "../../domain/tracking-code.ts";
import { servicesContext } from "../../platform/context.ts";
import { formAction } from "../../platform/http/form-action.server.ts";
import { formProps } from "../../platform/http/form-props.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import type { Services } from "../../platform/services.server.ts";
import { senderRefusal } from "../../notifications/refused-addresses.server.ts";
import { RefusedMailNote } from "../../notifications/refused-mail.tsx";
import { companyMeta } from "../../platform/http/page-meta.ts";
import { Button } from "../../ui/button.tsx";
import { CardSection } from "../../ui/card-section.tsx";
import { FormErrors, IdempotencyKeyField } from "../../ui/form.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { OnlyForSender } from "../bookings/only-for-sender.tsx";
import { OWN_BUTTONS } from "../bookings/forms.server.ts";
import { NOT_CORRECTED } from "../bookings/messages.ts";
import { ownCode } from "../bookings/who-opens-own-booking.server.ts";
import { OwnCorrectionForm } from "../bookings/own-correction-form.tsx";
import { provenByCode } from "../proof/read-proofs.server.ts";
import { sendersClaims } from "../claiming/read-claims.server.ts";
import { SendersClaims } from "../claiming/senders-claims.tsx";
import { renewPin, renewLink } from "../receiver-link/renew.server.ts";
import { DecidePart } from "../sender-decides/decide-part.tsx";
import { readLess, senderAnswersLess } from "../less-agreed/answer-less.server.ts";
import { LessPart } from "../less-agreed/less-part.tsx";
import { senderDecides } from "../sender-decides/decide.server.ts";
import { sendersQuestion } from "../sender-decides/read-question.server.ts";
import { switchMessages } from "../receiver-link/switch-messages.server.ts";
import { readSendersReceiver } from "../receiver-page/sender-view.server.ts";
import { SendersReceiverPart } from "../receiver-page/senders-receiver.tsx";
import { readParcel } from "../tracking/track-parcel.server.ts";
import { CallUs } from "../tracking/call-us.tsx";
import { ownState, ownStateText, type OwnState } from "./own-state.ts";
import { hideMoneyFromClerk } from "./hide-money-from-clerk.server.ts";

export const meta: Route.MetaFunction = (args) => companyMeta(args, "Change or cancel");

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const session = context.get(sessionContext);
  const code = await ownCode(services, request, session, params.booking);
  const shown = {
    booking: code ? await hideMoneyFromClerk(services, session, code) : null,
    state: (code && (await stateOf(services, code))) || ("with_us" as const),
    receiver: code ? await readSendersReceiver(services, code) : null,
    proven: code ? await provenByCode(services.db, code) : false,
    question: code ? await sendersQuestion(services, code) : null,
    refused: code ? await senderRefusal(services.db, code) : null,
    less: code ? await readLess(services, code) : null,
    claims: code ? await sendersClaims(services.db, code) : [],
    key: newIdempotencyKey(),
    cancelKey: newIdempotencyKey(),
    signedIn: session.person !== null,
  };
  return data(shown, { status: shown.booking ? 200 : 404, headers: { "Cache-Control": "no-store" } });
}

async function stateOf(services: Services, code: string): Promise<OwnState | null> {
  const found = await readParcel(services, code);
  return found && ownState(found.parcel);
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders;

export const action = formAction({
  actor: (context) => asCustomerOrGuest(context.get(sessionContext)),
  buttons: {
    ...OWN_BUTTONS,
    "answer-less": { operation: senderAnswersLess, done: "Thank you: we have your answer" },
    decide: { operation: senderDecides, done: "We do what you decided" },
    "draw-pin": { operation: renewPin, done: "A new PIN was drawn" },
    "switch-messages": { operation: switchMessages, done: "Saved" },
    "renew-link": { operation: renewLink, done: "The receiver has a new link: send it to them" },
  },
  // The URL and the browser's cookies decide which booking changes, never a form field.
  of: async ({ booking: param = "" }, { request, context }) => {
    const code = await ownCode(context.get(servicesContext), request, context.get(sessionContext), param);
    return { code: code ?? "", who: "sender" };
  },
  to: ({ booking }) => `/bookings/${booking}`,
  failed: NOT_CORRECTED,
});

export const clientAction = formClientAction<typeof action>(NOT_CORRECTED);

export default function OwnBookingPage({ loaderData, actionData, params }: Route.ComponentProps) {
  const { booking, receiver, proven, claims, key, cancelKey, signedIn } = loaderData;
  if (!booking) return <NotTheSender param={params.booking} signedIn={signedIn} />;
  const [stateTitle, stateText] = ownStateText(loaderData.state);
  const { code, version, pending, printed, priceKobo, paidKobo, values, withPayer, isBrought } = booking;
  const cancelling = actionData?.values["intent"] === "cancel";
  const renewing = /^(draw-pin|renew-link|switch-messages)$/.test(actionData?.values["intent"] ?? "");
  const deciding = /^(decide|answer-less)$/.test(actionData?.values["intent"] ?? "");
  const refused = cancelling || renewing || deciding ? undefined : actionData;
  return (
    <div className="mx-auto w-full max-w-2xl px-4 py-6 sm:py-8">
      <p>
        <TextLink to={`/track?code=${code}`}>Track this parcel</TextLink>
      </p>
      {proven && (
        <p>
          <TextLink to={`/bookings/${params.booking}/proof`}>Proof of delivery</TextLink>
        </p>
      )}
      <PageHead
        title="Change or cancel"
        text={
          <>
            <strong translate="no" className="tabular-nums">
              {readableTrackingCode(code)}
            </strong>
            {priceKobo !== null && `, ${formatNaira(priceKobo)}`}
          </>
        }
      />
      <Questions {...loaderData} errors={deciding ? (actionData?.errors ?? {}) : null} />
      {pending && !printed && (
        <OwnCorrectionForm
          key={version}
          {...{ version, withPayer, isBrought }}
          {...formProps(refused, key, values)}
        />
      )}
      {(printed || !pending) && (
        <CardSection id="call" title={pending ? "The waybill is printed" : stateTitle}>
          <p className="mt-2">
            {pending
              ? "Call or WhatsApp us to change an address or the weight. You can still cancel below."
              : stateText}
          </p>
          <CallUs small text={`please change my parcel ${code}:`} />
          {refused && <FormErrors errors={refused.errors} title="Nothing is saved" />}
        </CardSection>
      )}
      {claims.length > 0 && (
        <div className="mt-6">
          <SendersClaims list={claims} />
        </div>
      )}
      {receiver && (
        <div className="mt-6">
          {renewing && <FormErrors errors={actionData?.errors ?? {}} title="Nothing was changed" />}
          <SendersReceiverPart {...receiver} />
        </div>
      )}
      {cancelling && (
        <div className="mt-6">
          <FormErrors errors={actionData?.errors ?? {}} title="Your parcel was not cancelled" />
        </div>
      )}
      {pending && <CancelForm formKey={(cancelling && actionData?.key) || cancelKey} paidKobo={paidKobo} />}
    </div>
  );
}

type QuestionsProps = Pick<Route.ComponentProps["loaderData"], "less" | "question" | "refused"> & {
  errors: Record<string, string> | null;
};

/** Draws what needs the sender's attention: an email address that refuses mail, and unanswered questions. */
const Questions = ({ less, question, refused, errors }: QuestionsProps) => (
  <>
    <RefusedMailNote refused={refused}>
      Call or WhatsApp us with the right one, and we send you what you missed.
    </RefusedMailNote>
    {errors && <FormErrors errors={errors} title="Nothing was decided" />}
    {less && <LessPart {...less} />}
    {question && <DecidePart {...question} />}
  </>
);

/** Draws the form that cancels in two presses. The text between the two explains the consequences. */
function CancelForm({ formKey, paidKobo }: { formKey: string; paidKobo: number }) {
  const busy = useNavigation().formData?.get("intent") === "cancel";
  // The link 'Cancel' in the list of bookings opens this form.
  const asked = useSearchParams()[0].has("cancel");
  const part = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (asked) part.current?.scrollIntoView({ block: "center" });
  }, [asked]);
  return (
    <details ref={part} open={asked} className="mt-8 border-t border-line pt-4">
      <summary className="min-h-11 cursor-pointer py-2 font-semibold text-stop underline underline-offset-4">
        Cancel this parcel
      </summary>
      <Form method="post" noValidate className="mt-2 grid gap-3">
        <IdempotencyKeyField value={formKey} />
        <p>
          We do not pick the parcel up, and you cannot take this back.
          {paidKobo > 0 && ` We pay back the ${formatNaira(paidKobo)} that you paid.`}
        </p>
        <div>
          <Button
            intent="cancel"
            variant="danger"
            busy={busy}
            busyLabel="Cancelling..."
            className="max-sm:w-full"
          >
            Yes, cancel it
          </Button>
        </div>
      </Form>
    </details>
  );
}

function NotTheSender({ param, signedIn }: { param: string; signedIn: boolean }) {
  return (
    <div className="mx-auto w-full max-w-2xl px-4 py-8">
      <OnlyForSender
        title="Only the sender can change this booking"
        text={
          signedIn
            ? "This booking does not belong to your account. Open the link in the email about it."
            : "Open the link in the email about your booking, or sign in with the email you booked with."
        }
        signedIn={signedIn}
        next={`/bookings/${param.split(".")[0]}`}
      />
    </div>
  );
}
