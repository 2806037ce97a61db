/** PRICE-7, PAY-1: the money of a booking: prices with their authors, payments, and the unpaid amount. */
import { Link, useLocation } from "react-router";
import type { Route } from "./+types/admin-money.route";
import { adminContext } from "../../access/principal-context.ts";
import { readableTrackingCode } from "../../domain/tracking-code.ts";
import { formatAdminDateTime } from "../../domain/dates.ts";
import { formatNaira } from "../../domain/money.ts";
import { staffAction } from "../../access/staff-door.server.ts";
import { servicesContext } from "../../platform/context.ts";
import { newIdempotencyKey, refusalPage } from "../../platform/http/form.server.ts";
import { formProps, type FormParts } from "../../platform/http/form-props.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import type { LiveHandle } from "../../platform/live/live-topics.ts";
import type { Charge } from "../prices/charges.server.ts";
import { PriceLines } from "../prices/price-lines.tsx";
import { WE_TELL } from "../prices/price-text.ts";
import { requoteOf } from "../prices/requote.server.ts";
import { ifItComesBack } from "../prices/return-fee.ts";
import { returnPriceOf } from "../prices/return-fee.server.ts";
import { RequotePart } from "../prices/requote-part.tsx";
import { FormErrors } from "../../ui/form.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { Amount } from "../../ui/amount.tsx";
import { NoticeResponse } from "./notice-response.tsx";
import { newestNotice } from "./transfer-notices.server.ts";
import { MONEY_BUTTONS } from "./forms.server.ts";
import { NOT_RECORDED } from "./messages.ts";
import { holderValue } from "../cash-ledger/holder-field.ts";
import { holderChoices, whoTookCash } from "../cash-ledger/holders.server.ts";
import { MONEY_LABELS, PaymentForm, PaymentRow, PriceForm, WaiverForm } from "./money-forms.tsx";
import { moneySeen } from "./money-meanwhile.server.ts";
import { readBookingMoney } from "./read-payments.server.ts";
import { receiptPath } from "./receipt.server.ts";
import { ReturnsPart } from "./returns-part.tsx";
import { returnsOf } from "./settle-returns.server.ts";

export const handle: LiveHandle = { live: ({ code }) => [`booking:${code}`] };

export const meta: Route.MetaFunction = (args) => officeMeta(args, `Payments of ${args.params["code"]}`);

export async function loader({ params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const admin = context.get(adminContext);
  const found = await readBookingMoney(services, admin, { code: params.code });
  if (!found.ok) throw refusalPage(found);
  const { ok: _, id, code, createdAt, ...money } = found;
  const took = await whoTookCash(services.db, id, admin);
  return {
    code,
    money,
    holders: await holderChoices(services.db, id),
    holder: took ? holderValue(took) : "",
    requote: await requoteOf(services, id),
    back: ifItComesBack(await returnPriceOf(services, { id, createdAt })),
    notice: await newestNotice(services.db, id),
    seen: await moneySeen(services.db, id),
    returns: await returnsOf(services.db, id),
    receipt: receiptPath(services, code),
    key: newIdempotencyKey(),
  };
}

export const action = staffAction({
  buttons: MONEY_BUTTONS,
  of: ({ code = "" }) => ({ code }),
  to: ({ code }) => `/admin/bookings/${code}/money`,
  failed: NOT_RECORDED,
});

export const clientAction = formClientAction<typeof action>(NOT_RECORDED);

export default function MoneyPage({ loaderData, actionData }: Route.ComponentProps) {
  const { code, money, receipt, key } = loaderData;
  const { priceKobo, paidKobo } = money;
  const form = formProps(actionData, key);
  const left = priceKobo === null ? null : priceKobo - paidKobo;
  return (
    <>
      <p>
        <Link to={`/admin/bookings/${code}`} className={LINK}>
          {readableTrackingCode(code)}
        </Link>
      </p>
      <PageHead
        title={
          left === null
            ? "No price yet"
            : left === 0
              ? "Paid in full"
              : `${formatNaira(Math.abs(left))} ${left < 0 ? "to pay back" : "left to pay"}`
        }
        text={
          left === null
            ? `The sender was told: ${WE_TELL}.`
            : `Price ${formatNaira(priceKobo ?? 0)}, paid ${formatNaira(paidKobo)}.`
        }
        actions={
          <a href={receipt} className={LINK}>
            Receipt
          </a>
        }
      />
      <div className="mt-4 grid max-w-4xl gap-8 md:grid-cols-2">
        <div className="md:col-span-2">
          <FormErrors errors={form.errors} title="Nothing was recorded" labels={MONEY_LABELS} />
        </div>
        <PricePart {...{ loaderData, form }} />
        <PaymentsPart {...{ loaderData, form, left }} />
      </div>
    </>
  );
}

type PartProps = {
  loaderData: Route.ComponentProps["loaderData"];
  form: FormParts;
};

function PaymentsPart({ loaderData, form, left }: PartProps & { left: number | null }) {
  const { code, money, notice, returns } = loaderData;
  const { payments } = money;
  const reversed = new Set(payments.map(({ reverses }) => reverses));
  return (
    <section className="min-w-0">
      <h2 className={HEAD}>Payments</h2>
      <ReturnsPart returns={returns} payments={payments} />
      {notice?.state === "open" && (
        <div className="mb-6">
          <NoticeResponse {...form} notice={{ ...notice, code }} left={left ?? 0} />
        </div>
      )}
      {left !== null && left > 0 && (
        <PaymentForm
          // The key changes after each sent form. So React draws a new form, without the values that were just
          // recorded.
          key={useLocation().key}
          {...form}
          left={left}
          seen={loaderData.seen}
          holders={loaderData.holders}
          holder={loaderData.holder}
        />
      )}
      {payments.length === 0 && <p className="mt-3 text-muted">None yet.</p>}
      <ul className="mt-4 grid gap-3">
        {payments.map((payment) => (
          <PaymentRow
            key={payment.id}
            {...form}
            payment={payment}
            reversible={
              !payment.reverses &&
              !payment.claimId &&
              payment.method !== "deducted" &&
              !reversed.has(payment.id)
            }
          />
        ))}
      </ul>
    </section>
  );
}

function PricePart({ loaderData, form }: PartProps) {
  const { money, requote, back } = loaderData;
  const { charges } = money;
  const [charge] = charges;
  return (
    <section className="min-w-0">
      <h2 className={HEAD}>Price</h2>
      {charge && requote && (
        <RequotePart
          {...form}
          requote={requote}
          seen={charge.id}
          error={form.values["intent"] === "requote" ? form.errors["note"] : undefined}
        />
      )}
      {charge && <PriceLines lines={charge.lines} total={charge.totalKobo} />}
      {back && <p className="mt-2">{back}</p>}
      {charge?.kind === "return" && <WaiverForm key={charge.id} {...form} />}
      <PriceForm key={charge?.id} {...form} seen={charge?.id ?? 0} />
      <ol className="mt-4 grid gap-2">
        {charges.map((one) => (
          <li key={one.id} className="border-l-4 border-dashed border-ink pl-3">
            <strong>
              <Amount>{formatNaira(one.totalKobo)}</Amount>
            </strong>{" "}
            {howPriced(one)}, {formatAdminDateTime(one.at)}
            {one.acceptedAt && `; accepted by the sender ${formatAdminDateTime(one.acceptedAt)}`}
            {one.note && <span className="block">{one.note}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}

function howPriced({ kind, priceListVersion, byName }: Pick<Charge, "kind" | "priceListVersion" | "byName">) {
  if (kind === "set") return `set by ${byName}`;
  if (kind === "return") return `with the return, which ${byName} started`;
  return `by price list ${priceListVersion}${byName ? `, applied by ${byName}` : ""}`;
}

const LINK = "inline-flex min-h-11 items-center underline underline-offset-4";
const HEAD = "mb-3 font-display text-xl font-bold";
