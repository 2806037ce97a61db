/** COD-4 to COD-6: a booking's amount to collect, its collections, and staff's forms. */
import { data, Link } from "react-router";
import type { Route } from "./+types/admin-collection.route";
import { formatAdminDateTime } from "../../domain/dates.ts";
import { formatNaira } from "../../domain/money.ts";
import { PAYMENT_METHOD_LABELS } from "../../domain/payment.ts";
import { staffAction } from "../../access/staff-door.server.ts";
import { COLLECTION_REASON_LABELS } from "../../domain/settlement.ts";
import { readableTrackingCode } from "../../domain/tracking-code.ts";
import { servicesContext } from "../../platform/context.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { formProps, type FormParts } from "../../platform/http/form-props.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import type { LiveHandle } from "../../platform/live/live-topics.ts";
import { MONEY_LABELS } from "../payments/money-forms.tsx";
import { FormErrors } from "../../ui/form.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { Amount } from "../../ui/amount.tsx";
import { receiversPart } from "../../domain/door-amount.ts";
import { NOT_RECORDED } from "../payments/messages.ts";
import { readCollectionOf } from "./collections.server.ts";
import { codFeeText } from "./cod-fee-text.ts";
import { ReverseEntry } from "./reverse-entry.tsx";
import { COLLECTION_BUTTONS } from "./forms.server.ts";
import { ToRecord } from "./collection-form.tsx";

export const handle: LiveHandle = { live: ({ code }) => [`booking:${code}`] };

export const meta: Route.MetaFunction = (args) =>
  officeMeta(args, `Cash on delivery of ${args.params["code"]}`);

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const collection = await readCollectionOf(db, params.code);
  if (!collection) throw data("There is nothing to collect for this booking.", { status: 404 });
  return { ...collection, key: newIdempotencyKey() };
}

export const action = staffAction({
  buttons: COLLECTION_BUTTONS,
  of: ({ code = "" }) => ({ code }),
  to: ({ code }) => `/admin/bookings/${code}/collection`,
  failed: NOT_RECORDED,
});

export const clientAction = formClientAction<typeof action>(NOT_RECORDED);

type Money = Route.ComponentProps["loaderData"]["money"];
type Terms = NonNullable<Route.ComponentProps["loaderData"]["terms"]>;

export default function CollectionPage({ loaderData, actionData }: Route.ComponentProps) {
  const { code, money, terms, entries, key } = loaderData;
  const form = formProps(actionData, key);
  const door = receiversPart(money);
  const left = door.totalKobo;
  const reversed = new Set(entries.map(({ reverses }) => reverses));
  return (
    <>
      <p>
        <Link
          to={`/admin/bookings/${code}`}
          className="inline-flex min-h-11 items-center underline underline-offset-4"
        >
          {readableTrackingCode(code)}
        </Link>
      </p>
      <PageHead
        title={
          money.returning
            ? "It goes back: nothing to collect"
            : left === 0
              ? "Everything is collected"
              : `${formatNaira(left)} to collect`
        }
        text={[deliveryText(money), terms && codText(terms)].filter(Boolean).join(" ")}
      />
      <div className="mt-4 grid max-w-4xl gap-8 md:grid-cols-2">
        <div className="md:col-span-2">
          <FormErrors errors={form.errors} title="Nothing was recorded" labels={MONEY_LABELS} />
        </div>
        {left > 0 && <ToRecord {...{ loaderData, form, door }} />}
        <section className="min-w-0">
          <h2 className={HEAD}>{terms ? "Recorded" : "Recorded for the delivery"}</h2>
          {money.paysDelivery === "receiver" && (
            <p className="mb-3">
              <TextLink to={`/admin/bookings/${code}/money`}>Payments of the delivery</TextLink>
            </p>
          )}
          {terms && entries.length === 0 && <p className="text-muted">Nothing yet.</p>}
          <ul className="grid gap-3">
            {entries.map((entry) => (
              <Entry
                key={entry.id}
                {...form}
                entry={entry}
                reversible={entry.kind === "collected" && !reversed.has(entry.id)}
              />
            ))}
          </ul>
        </section>
      </div>
    </>
  );
}

type EntryProps = FormParts & {
  entry: Route.ComponentProps["loaderData"]["entries"][number];
  reversible: boolean;
};

function Entry({ entry, reversible, ...form }: EntryProps) {
  return (
    <li className="bg-card p-4">
      <p className="flex justify-between gap-3 font-semibold tabular-nums">
        <span>
          {entry.kind === "not_collected" ? "Nothing collected" : PAYMENT_METHOD_LABELS[entry.method]}
        </span>
        <Amount>{formatNaira(entry.grossKobo)}</Amount>
      </p>
      <p className="text-sm wrap-anywhere text-muted">
        {formatAdminDateTime(entry.at)} by {entry.byName}
        {entry.reference && `, reference ${entry.reference}`}
      </p>
      {entry.codFeeKobo !== 0 && (
        <p>
          COD fee <Amount>{formatNaira(entry.codFeeKobo)}</Amount>
        </p>
      )}
      {entry.reason && <p>{COLLECTION_REASON_LABELS[entry.reason]}</p>}
      {entry.note && <p>{entry.reverses ? `Reversal: ${entry.note}` : entry.note}</p>}
      {reversible && (
        <ReverseEntry
          {...form}
          needs="reversePayments"
          entryId={entry.id}
          name="Reverse this collection"
          about={`${formatNaira(entry.grossKobo)}, ${formatAdminDateTime(entry.at)}`}
        />
      )}
    </li>
  );
}

const HEAD = "mb-3 font-display text-xl font-bold";

/** Writes the text about the receiver's payment for the delivery. Empty if the sender pays. */
function deliveryText({ paysDelivery, priceKobo, paidKobo }: Money): string {
  if (paysDelivery !== "receiver") return "";
  if (priceKobo === null) return "The receiver pays the delivery. It has no price yet.";
  return `The receiver pays the delivery: ${formatNaira(priceKobo)}, paid ${formatNaira(paidKobo)}.`;
}

function codText(terms: Terms): string {
  const { codFeePerMille: perMille, codFeeMinimumKobo: minimumKobo, collectedKobo, codFeeKobo } = terms;
  const owed =
    collectedKobo > 0 ? `The sender is owed ${formatNaira(collectedKobo - codFeeKobo)} for it.` : "";
  return `Asked for ${formatNaira(terms.amountKobo)}, collected ${formatNaira(collectedKobo)}. ${codFeeText({ perMille, minimumKobo })} ${owed}`;
}
