/**
 * PAY-3: the receipt with price, VAT, payments and the unpaid amount. The receipt can be printed on A5 and on 80 mm
 * paper.
 */
import { data, Form } from "react-router";
import type { Route } from "./+types/receipt.route";
import { asCustomerOrGuest } from "../../access/actors.server.ts";
import { sessionContext } from "../../access/principal-context.ts";
import { PrintButton } from "../../ui/print-button.tsx";
import { readableTrackingCode } from "../../domain/tracking-code.ts";
import { formatDateTime, lagosDay } from "../../domain/dates.ts";
import { formatNaira } from "../../domain/money.ts";
import { isOnAccount } from "../../domain/pays-delivery.ts";
import { packageText } from "../../domain/pieces.ts";
import { placeText } from "../../domain/states.ts";
import { servicesContext } from "../../platform/context.ts";
import { formAction } from "../../platform/http/form-action.server.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { companyMeta } from "../../platform/http/page-meta.ts";
import { PriceLines } from "../prices/price-lines.tsx";
import { WE_TELL } from "../prices/price-text.ts";
import { Button } from "../../ui/button.tsx";
import { PAYMENT_METHOD_LABELS } from "../../domain/payment.ts";
import { ForReceiver } from "./for-receiver.tsx";
import { PayParts } from "./pay-parts.tsx";
import { RECEIPT_BUTTONS } from "./forms.server.ts";
import { NOTHING_SENT } from "./messages.ts";
import { OnlineOutcome } from "./online-part.tsx";
import { receiptCodeOf, readReceipt } from "./receipt.server.ts";
import { TextLink } from "../../ui/text-link.tsx";
import { Amount } from "../../ui/amount.tsx";
import { useCompany } from "../../platform/company/use-company.ts";

export const meta: Route.MetaFunction = (args) => companyMeta(args, "Receipt");

export async function loader({ params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const receipt = await readReceipt(services, context.get(sessionContext), params.token);
  if (!receipt) throw data("This receipt was removed or the link is wrong.", { status: 404 });
  const { legalName, rcNumber, tin } = receipt.issuer;
  const legal = [legalName, rcNumber, tin && `TIN ${tin}`].filter(Boolean).join(" · ");
  const shown = { receipt, legal, key: newIdempotencyKey(), today: lagosDay(services.now()) };
  return data(shown, { headers: { "Cache-Control": "no-store" } });
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders;

export const action = formAction({
  actor: (context) => asCustomerOrGuest(context.get(sessionContext)),
  buttons: RECEIPT_BUTTONS,
  of: ({ token = "" }, { context }) => {
    const services = context.get(servicesContext);
    const cancelTo = `${services.origin}/receipts/${token}`;
    return { code: receiptCodeOf(services, token) ?? "", cancelTo, returnTo: `${cancelTo}/paid` };
  },
  to: ({ token }) => `/receipts/${token}`,
  failed: NOTHING_SENT,
});

export const clientAction = formClientAction<typeof action>(NOTHING_SENT);

export default function ReceiptPage({ loaderData, actionData, params }: Route.ComponentProps) {
  const { receipt, legal, key, today } = loaderData;
  const company = useCompany();
  const { charge, payments, priceKobo, paidKobo, online } = receipt;
  const here = `/receipts/${params.token}`;
  const paying = actionData?.values["intent"] === "pay";
  const response = paying ? undefined : actionData;
  const left = priceKobo === null ? null : priceKobo - paidKobo;
  return (
    <main
      id="main"
      className="mx-auto w-full max-w-md px-4 py-6 print:mx-0 print:max-w-[148mm] print:p-[4mm]"
    >
      <p className="font-display text-xl font-extrabold">{receipt.issuer.name}</p>
      <p className="text-sm">
        {receipt.issuer.address}. {company.phoneText}
      </p>
      {legal && <p className="text-sm">{legal}</p>}
      <h1 tabIndex={-1} className="mt-4 font-display text-2xl font-extrabold">
        {left === 0 ? "Receipt" : "Price and payments"}
      </h1>
      <p className="font-display text-xl font-bold tabular-nums">{readableTrackingCode(receipt.code)}</p>
      <p>{receipt.senderName}</p>
      <p>
        {placeText(receipt.origin)} to {placeText(receipt.destination)}
      </p>
      <p>
        {packageText(receipt.packageType, receipt.packageWeight, receipt.pieces)}. Booked{" "}
        {formatDateTime(receipt.createdAt)}
      </p>
      <Price charge={charge} waits={paidKobo === 0} />
      {receipt.back && <p className="mt-2">{receipt.back}</p>}
      {payments.length > 0 && <Payments payments={payments} />}
      {left !== null && (left !== 0 || paidKobo > 0) && (
        <p className="mt-3 flex justify-between border-t-2 border-ink pt-2 text-lg font-bold tabular-nums">
          <span>{left === 0 ? "Paid in full" : left < 0 ? "We pay back" : "Left to pay"}</span>
          <Amount>{formatNaira(Math.abs(left))}</Amount>
        </p>
      )}
      {left !== null && left > 0 && isOnAccount(receipt.paysDelivery) && (
        <p className="mt-2">It goes on the account of the business, which pays by invoice.</p>
      )}
      {left !== null && left > 0 && receipt.paysDelivery === "receiver" && (
        <p className="mt-2">The receiver pays this at the door. You can pay it instead.</p>
      )}
      {online && !paying && <OnlineOutcome {...online} receipt={here} />}
      {left !== null && left > 0 && !isOnAccount(receipt.paysDelivery) && (
        <PayParts
          receipt={receipt}
          left={left}
          today={today}
          here={here}
          problem={paying ? actionData?.errors["form"] : undefined}
          formKey={response?.key ?? key}
          errors={response?.errors ?? {}}
          values={response?.values ?? {}}
        />
      )}
      {receipt.receiverOnPaper && <ForReceiver src={`${here}/receiver.svg`} />}
      <p className="mt-6 flex flex-wrap items-center gap-4 print:hidden">
        <PrintButton label="Print" />
        <TextLink to={`/track?code=${receipt.code}`}>Track this parcel</TextLink>
      </p>
    </main>
  );
}

type Receipt = Route.ComponentProps["loaderData"]["receipt"];

function Payments({ payments }: Pick<Receipt, "payments">) {
  return (
    <section className="mt-4">
      <h2 className="font-display text-lg font-bold">Payments</h2>
      <ul className="tabular-nums">
        {payments.map(({ at, method, direction, kobo, reversal }) => (
          <li key={`${at.getTime()}-${direction}-${kobo}`} className="flex justify-between gap-4">
            <span>
              {formatDateTime(at)}, {PAYMENT_METHOD_LABELS[method]}
              {reversal && ", reversed"}
            </span>
            <Amount>{formatNaira(direction === "in" ? kobo : -kobo)}</Amount>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Price({ charge, waits }: Pick<Receipt, "charge"> & { waits: boolean }) {
  return (
    <>
      <div className="mt-4 border-y-2 border-dashed border-ink py-3">
        {charge?.totalKobo === 0 && charge.lines.length === 0 ? (
          <p>Cancelled: nothing to pay.</p>
        ) : charge ? (
          <PriceLines lines={charge.lines} total={charge.totalKobo} />
        ) : (
          <p>{WE_TELL}.</p>
        )}
      </div>
      {waits && charge && charge.byName !== null && charge.acceptedAt === null && (
        <Form method="post" noValidate className="mt-4 print:hidden">
          <input type="hidden" name="charge" value={charge.id} />
          <Button type="submit">{`Accept ${formatNaira(charge.totalKobo)}`}</Button>
        </Form>
      )}
      {charge?.acceptedAt && (
        <p className="mt-2">
          {charge.kind === "return"
            ? "The parcel comes back to you. You accepted the price of a return when you booked."
            : `You accepted this price on ${formatDateTime(charge.acceptedAt)}.`}
        </p>
      )}
    </>
  );
}
