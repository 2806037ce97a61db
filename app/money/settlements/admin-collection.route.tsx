/** COD-4 to COD-6: what is to be collected for one booking, what was, and staff's forms for it. */
import { data, Link, useNavigation } from "react-router";
import type { Route } from "./+types/admin-collection.route";
import { adminContext } from "../../access/principal-context.ts";
import { BOOKING_STATUS_LABELS, DELIVERED } from "../../domain/delivery-status.ts";
import { formatAdminDateTime } from "../../domain/dates.ts";
import { formatNaira } from "../../domain/money.ts";
import { PAYMENT_METHOD_LABELS } from "../../domain/payment.ts";
import { refusal } from "../../access/permissions.ts";
import { COLLECTION_METHODS, COLLECTION_REASON_LABELS, COLLECTION_REASONS } from "../../domain/settlement.ts";
import { readableTrackingCode } from "../../domain/tracking-code.ts";
import { servicesContext } from "../../platform/context.ts";
import { formAction } from "../../platform/http/form-action.server.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { formProps } from "../../platform/http/form-props.ts";
import { withFormError } from "../../platform/http/network-error.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import type { LiveHandle } from "../../platform/live/live-topics.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/field.tsx";
import { FormErrors } from "../../ui/form.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { PermittedForm, type PermittedFormProps } from "../../ui/permitted-fields.tsx";
import { Amount } from "../../ui/amount.tsx";
import { AmountField, moneyField, PaidByField, ReferenceAndNote } from "../payments/money-forms.tsx";
import { NOT_RECORDED } from "../payments/messages.ts";
import { readCollectionOf } from "./collections.server.ts";
import { codFeeText } from "./cod-fee-text.ts";
import { ReverseEntry } from "./reverse-entry.tsx";
import { COLLECTION_BUTTONS } from "./forms.server.ts";

export const handle: LiveHandle = { live: ({ code }) => [`booking:${code}`] };

export const meta: Route.MetaFunction = (args) =>
  officeMeta(args, `Cash on delivery of ${args.params["code"]}`);

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const { role } = context.get(adminContext);
  const collection = await readCollectionOf(db, params.code);
  if (!collection) throw data("There is nothing to collect for this booking.", { status: 404 });
  return {
    ...collection,
    key: newIdempotencyKey(),
    mayNotRecord: refusal(role, "recordPayments"),
    mayNotReverse: refusal(role, "reversePayments"),
  };
}

export const action = formAction({
  actor: (context) => context.get(adminContext),
  buttons: COLLECTION_BUTTONS,
  of: ({ code = "" }) => ({ code }),
  to: ({ code }) => `/admin/bookings/${code}/collection`,
  failed: NOT_RECORDED,
});

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  withFormError(request, serverAction, NOT_RECORDED);

export default function CollectionPage({ loaderData, actionData }: Route.ComponentProps) {
  const { code, status, terms, entries, key, mayNotRecord, mayNotReverse } = loaderData;
  const busy = useNavigation().state !== "idle";
  const form = { ...formProps(actionData, key), busy };
  const left = terms.amountKobo - terms.collectedKobo;
  const reversed = new Set(entries.map(({ reverses }) => reverses));
  const { codFeePerMille: perMille, codFeeMinimumKobo: minimumKobo } = terms;
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
        title={left === 0 ? "Everything is collected" : `${formatNaira(left)} to collect`}
        text={`Asked for ${formatNaira(terms.amountKobo)}, collected ${formatNaira(terms.collectedKobo)}. ${codFeeText({ perMille, minimumKobo })} ${
          terms.collectedKobo > 0
            ? `The sender is owed ${formatNaira(terms.collectedKobo - terms.codFeeKobo)} for it.`
            : ""
        }`}
      />
      <div className="mt-4 grid max-w-4xl gap-8 md:grid-cols-2">
        <div className="md:col-span-2">
          <FormErrors errors={form.errors} title="Nothing was recorded" />
        </div>
        {left > 0 && (
          <section className="min-w-0">
            <h2 className={HEAD}>Record what was collected</h2>
            {status !== DELIVERED && (
              <p className="mb-3 border-l-8 border-danfo bg-card px-4 py-3">
                The booking is {BOOKING_STATUS_LABELS[status]}. Set it to Delivered before you record money.
              </p>
            )}
            <CollectionForm key={entries.length} {...form} left={left} mayNot={mayNotRecord} />
          </section>
        )}
        <section className="min-w-0">
          <h2 className={HEAD}>Recorded</h2>
          {entries.length === 0 && <p className="text-muted">Nothing yet.</p>}
          <ul className="grid gap-3">
            {entries.map((entry) => (
              <li key={entry.id} className="bg-card p-4">
                <p className="flex justify-between gap-3 font-semibold tabular-nums">
                  <span>
                    {entry.kind === "not_collected"
                      ? "Nothing collected"
                      : PAYMENT_METHOD_LABELS[entry.method]}
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
                {entry.kind === "collected" && !reversed.has(entry.id) && (
                  <ReverseEntry
                    {...form}
                    entryId={entry.id}
                    name="Reverse this collection"
                    mayNot={mayNotReverse}
                  />
                )}
              </li>
            ))}
          </ul>
        </section>
      </div>
    </>
  );
}

const HEAD = "mb-3 font-display text-xl font-bold";

function CollectionForm(props: PermittedFormProps & { left: number }) {
  const { formKey, busy, mayNot, left } = props;
  const field = moneyField(props, "collect");
  return (
    <PermittedForm name="Collection" formKey={formKey} mayNot={mayNot}>
      <PaidByField methods={COLLECTION_METHODS} {...field("method")} />
      <AmountField left={left} hint="0 if nothing was collected" {...field("amount")} />
      <SelectField
        label="Why less"
        optional
        options={[
          { value: "", label: "All was collected" },
          ...COLLECTION_REASONS.map((reason) => ({
            value: reason,
            label: COLLECTION_REASON_LABELS[reason],
          })),
        ]}
        {...field("reason")}
      />
      <ReferenceAndNote field={field} hint="For POS" />
      <Button type="submit" name="intent" value="collect" busy={busy} busyLabel="Recording...">
        Record collection
      </Button>
    </PermittedForm>
  );
}
