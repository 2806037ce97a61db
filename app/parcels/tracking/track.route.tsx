/** The page 'Track Package'. Longer than 250 lines because it serves guests, senders and staff. */
import { useEffect } from "react";
import { isOnAccount } from "../../domain/pays-delivery.ts";
import { data, redirect } from "react-router";
import type { Route } from "./+types/track.route";
import { servicesContext } from "../../platform/context.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { deviceOwner } from "../../ui/device-owner.ts";
import { refusalText, responseInit } from "../../platform/http/result.ts";
import { useLive } from "../../platform/live/use-live.ts";
import { senderRefusal, type RefusedAddress } from "../../notifications/refused-addresses.server.ts";
import { RefusedMailNote } from "../../notifications/refused-mail.tsx";
import { pageMeta } from "../../platform/http/page-meta.ts";
import { readableTrackingCode } from "../../domain/tracking-code.ts";
import { placeText } from "../../domain/states.ts";
import { asAdmin, asCustomer } from "../../access/actors.server.ts";
import { canSaveReceiver } from "../address-book/can-save-receiver.server.ts";
import { SaveReceiver } from "../address-book/save-receiver.tsx";
import { sendersLink, type ReceiversLink } from "../bookings/receiver-chats.server.ts";
import { AskReceiver } from "../bookings/ask-receiver.tsx";
import { cacheParcel } from "../bookings/cached-parcels.ts";
import { LastParcels } from "../bookings/last-parcels.tsx";
import { WaitingBookings } from "../bookings/waiting-bookings.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { waybillLink } from "../waybills/waybill-link.server.ts";
import { PageHead } from "../../ui/page-head.tsx";
import { CodeForm } from "./code-form.tsx";
import { chosenLanguage, rememberLanguage } from "../../languages/language-cookie.ts";
import { LanguageLinks } from "../../languages/language-links.tsx";
import { pageLanguage } from "../../languages/languages.server.ts";
import { TranslationContext, useText } from "../../languages/use-text.ts";
import { ParcelResult } from "./parcel-result.tsx";
import { ParcelPanel } from "./parcel-panel.tsx";
import { withParcelWords, type SaidParcel } from "./parcel-words.ts";
import { handOverOf } from "./hand-over.server.ts";
import type { HandOverTexts } from "./hand-over.ts";
import { Receipt } from "./receipt.tsx";
import type { TrackingView } from "./tracking-view.ts";
import { WhichParcel } from "./which-parcel.tsx";
import { whoSeesReceipt } from "./who-sees-receipt.server.ts";
import { payOnlineOf, type PayOnline } from "../../money/payments/online-payments.server.ts";
import { PayHere } from "../../money/payments/pay-here.tsx";
import { receiptPath, transferOf, type Transfer } from "../../money/payments/receipt.server.ts";
import { isClerk } from "../../money/businesses/on-account.server.ts";
import { priceOf } from "../../money/prices/price-of.server.ts";
import { TextLink } from "../../ui/text-link.tsx";
import { demoCode } from "./demo-code.server.ts";
import { trackParcel } from "./track-parcel.server.ts";
import { sessionContext } from "../../access/principal-context.ts";
import { shareLink } from "./share-link.ts";

export const handle = { style: "task" };

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: "Track Package",
    description: "Follow a parcel with its tracking code.",
    path: "/track",
  });

const NOTHING_SHOWN = {
  parcel: null,
  choices: [] as string[],
  waybill: null,
  receipt: null as string | null,
  transfer: null as Transfer | null,
  payOnline: null as PayOnline | null,
  problem: null as { title: string; text: string } | null,
  seesReceipt: false,
  /** The key of the form that saves the receiver. Null if the receiver cannot be saved. */
  saveKey: null as string | null,
  priceKobo: null as number | null,
  hidesPrice: false,
  handOver: null as HandOverTexts | null,
  share: "",
  refused: null as RefusedAddress | null,
  receiver: null as ReceiversLink | null,
  /** DEMO-1: an example of a tracking code. */
  example: null as string | null,
};

export async function loader({ request, context }: Route.LoaderArgs) {
  const { pathname, searchParams } = new URL(request.url);
  const rawValues = searchParams.get("code");
  const services = context.get(servicesContext);
  const chosen = searchParams.get("language");
  if (chosen !== null) {
    const to = rawValues === null ? pathname : `${pathname}?${new URLSearchParams({ code: rawValues })}`;
    throw redirect(to, { headers: { "Set-Cookie": rememberLanguage(chosen, services.secure) } });
  }
  const shown = {
    ...(await pageLanguage(services, "track", chosenLanguage(request.headers.get("Cookie")))),
    ...NOTHING_SHOWN,
    rawValues: rawValues ?? "",
  };
  if (rawValues === null) return data({ ...shown, example: await demoCode(services) });
  // TRACK-5: an empty code and any failure show a message and no parcel.
  if (rawValues.trim() === "")
    return data({ ...shown, problem: { title: "Error", text: "Please enter a tracking code" } }, 400);
  const session = context.get(sessionContext);
  const tracked = await trackParcel(services, session, rawValues);
  if (!tracked.ok) {
    const problem = { title: "Tracking failed", text: refusalText(tracked) };
    return data({ ...shown, problem }, responseInit(tracked));
  }
  const { parcel, forSender, choices } = tracked;
  if (choices.length > 0) return data({ ...shown, choices });
  const code = parcel.trackingCode;
  const { own, sends, seesReceipt } = await whoSeesReceipt(services, request, session, parcel);
  const waybill = await waybillLink(services, request, session, { code, own: parcel.fullDetails !== null });
  // Only the sender and staff may print the waybill. The receipt shows the price, so the same people may open it.
  const hidesPrice = isOnAccount(forSender.paysDelivery) && (await isClerk(services.db, session));
  const receipt = waybill && !hidesPrice ? receiptPath(services, code) : null;
  const paysHere =
    receipt &&
    !asAdmin(session) &&
    forSender.paysDelivery !== "receiver" &&
    !isOnAccount(forSender.paysDelivery);
  const transfer = paysHere ? await transferOf(services.db, code) : null;
  const payOnline = paysHere ? await payOnlineOf(services, code) : null;
  const priceKobo = seesReceipt && !hidesPrice ? await priceOf(services.db, code) : null;
  const handOver = seesReceipt ? await handOverOf(services, forSender, priceKobo) : null;
  const { name } = await services.company();
  const customer = own && seesReceipt ? asCustomer(session) : null;
  const saves = customer && (await canSaveReceiver(services.db, customer, code));
  return data({
    ...shown,
    parcel: withParcelWords(parcel),
    waybill,
    receipt,
    transfer,
    payOnline,
    seesReceipt,
    saveKey: saves ? newIdempotencyKey() : null,
    priceKobo,
    hidesPrice,
    handOver: handOver && hidesPrice ? { ...handOver, back: null } : handOver,
    share: shareLink(services.origin, name, code),
    refused: sends ? await senderRefusal(services.db, code) : null,
    receiver: sends ? await sendersLink(services, { ...parcel, ...forSender }) : null,
  });
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

/** Stores the public data of a parcel, for use without a network. */
function keepTracked(parcel: TrackingView): void {
  cacheParcel({
    code: parcel.trackingCode,
    owner: deviceOwner(),
    status: parcel.status,
    from: placeText(parcel.origin),
    to: placeText(parcel.destination),
    estimatedDelivery: parcel.promisedDay.getTime(),
    seenAt: Date.now(),
    news: false,
  }).catch(() => {
    // The page also works in a browser that cannot store the data.
  });
}

const linkIn = (code: string) => (language: string) =>
  `/track?${new URLSearchParams({ ...(code && { code }), language })}`;

export default function TrackPage({ loaderData }: Route.ComponentProps) {
  return (
    <TranslationContext value={loaderData.translation}>
      <Track loaderData={loaderData} />
    </TranslationContext>
  );
}

function Track({ loaderData }: Pick<Route.ComponentProps, "loaderData">) {
  const { t } = useText();
  const { lang, offered } = loaderData;
  const { rawValues, parcel, waybill, receipt, transfer, payOnline, problem } = loaderData;
  const { seesReceipt, saveKey, priceKobo, hidesPrice, handOver, share, receiver } = loaderData;
  const toReceiver = receiver?.chat ?? null;
  const line = useLive(parcel ? `/live/track?code=${parcel.trackingCode}` : null);
  useEffect(() => {
    if (parcel) keepTracked(parcel);
  }, [parcel]);
  if (parcel) {
    const head = (
      <h1 tabIndex={-1} className="text-sm font-semibold">
        {t("Track Package")}
      </h1>
    );
    return (
      <>
        {(seesReceipt || receipt) && (
          <div className="mx-auto w-full max-w-5xl px-4 pt-3 pb-6">
            {head}
            {seesReceipt && (
              <Receipt
                {...{ parcel, priceKobo, hidesPrice, handOver, waybill, toReceiver }}
                byTransfer={transfer !== null && !transfer.open}
                byOnline={payOnline !== null && !transfer?.open}
              />
            )}
            {saveKey && <SaveReceiver code={parcel.trackingCode} formKey={saveKey} />}
            {receipt && <PayHere code={parcel.trackingCode} {...{ receipt, transfer, payOnline }} />}
          </div>
        )}
        <ParcelResult parcel={parcel} promise={!seesReceipt} head={seesReceipt || receipt ? null : head} />
        <div className="mx-auto w-full max-w-5xl px-4 pb-6">
          <RefusedMailNote refused={loaderData.refused}>
            Call or WhatsApp us with the right one, and we send you what you missed.
          </RefusedMailNote>
          {receiver?.asked && <AskReceiver asked={receiver.asked} reader="sender" />}
          <ParcelPanel parcel={parcel} line={line} share={share} />
          <TrackLinks loaderData={loaderData} parcel={parcel} />
          <CodeForm value={rawValues} small />
          <LanguageLinks lang={lang} offered={offered} to={linkIn(parcel.trackingCode)} />
        </div>
      </>
    );
  }
  return (
    <div className="mx-auto w-full max-w-5xl px-4 py-8">
      <PageHead
        title={t("Track Package")}
        text={t("Type the tracking code. Spaces, dashes and small letters are fine.")}
      />
      <CodeForm value={rawValues} />
      <DemoExample code={loaderData.example} />
      {problem && (
        <div role="alert" className="mt-6 border-l-8 border-stop bg-card px-4 py-3">
          <p className="font-semibold">{t(problem.title)}</p>
          <p>{t(problem.text)}</p>
        </div>
      )}
      <WhichParcel codes={loaderData.choices} />
      <LanguageLinks lang={lang} offered={offered} to={linkIn(rawValues)} />
      <WaitingBookings />
      <LastParcels />
    </div>
  );
}

/** DEMO-1: shows an example of a tracking code in the demo. */
function DemoExample({ code }: { code: string | null }) {
  if (code === null) return null;
  return (
    <p className="mt-4">
      This is a demo. Try <TextLink to={`/track?code=${code}`}>{readableTrackingCode(code)}</TextLink>, which
      is on the way.
    </p>
  );
}

type LinksProps = Pick<Route.ComponentProps, "loaderData"> & { parcel: SaidParcel };

function TrackLinks({ loaderData, parcel }: LinksProps) {
  const { waybill, seesReceipt, receiver, receipt } = loaderData;
  return (
    <p className="mt-6 flex flex-wrap gap-3 empty:hidden print:hidden">
      {waybill && !seesReceipt && !parcel.cancelled && (
        <ButtonLink size="sm" variant="secondary" to={waybill}>
          Print waybill
        </ButtonLink>
      )}
      {receiver?.chat && !receiver.asked && !seesReceipt && (
        <ButtonLink size="sm" variant="secondary" href={receiver.chat} external>
          Send to receiver on WhatsApp
        </ButtonLink>
      )}
      {receipt && (
        <ButtonLink size="sm" variant="secondary" to={receipt}>
          Price and payments
        </ButtonLink>
      )}
      {(seesReceipt || receiver) && (
        <ButtonLink size="sm" variant="secondary" to={`/bookings/${parcel.trackingCode}`}>
          {seesReceipt ? "Change" : "Receiver's link and PIN"}
        </ButtonLink>
      )}
      {seesReceipt && (
        <ButtonLink size="sm" variant="secondary" to={`/bookings/${parcel.trackingCode}?cancel=1`}>
          Cancel
        </ButtonLink>
      )}
    </p>
  );
}
