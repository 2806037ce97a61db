/** SETTLE-8: pays several payees at once, and lists earlier batches of payouts. */
import { useState } from "react";
import type { Route } from "./+types/admin-payouts.route";
import { staffAction } from "../../access/staff-door.server.ts";
import { StaffForm } from "../../access/staff-form.tsx";
import { useMay } from "../../access/use-may.ts";
import { formatAdminDate, formatAdminDateTime } from "../../domain/dates.ts";
import { formatNaira } from "../../domain/money.ts";
import { servicesContext } from "../../platform/context.ts";
import { formProps, type FormParts } from "../../platform/http/form-props.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import { Amount } from "../../ui/amount.tsx";
import { SendButton } from "../../ui/button.tsx";
import { ErrorLine } from "../../ui/field.tsx";
import { FormErrors } from "../../ui/form.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { NOT_RECORDED } from "../payments/messages.ts";
import { PAYOUTS_BUTTONS } from "./forms.server.ts";
import { MOST_PAYEES, payeeField, seenPayeeText } from "./payout-batch-form.ts";
import { listPayoutBatches, listPayable } from "./payout-batch.server.ts";

export const meta: Route.MetaFunction = (args) => officeMeta(args, "Payouts");

export async function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const [payable, batches] = await Promise.all([listPayable(db, MOST_PAYEES), listPayoutBatches(db)]);
  return { payable, batches, key: newIdempotencyKey() };
}

export const action = staffAction({
  buttons: PAYOUTS_BUTTONS,
  to: () => "/admin/settlements/payouts",
  failed: NOT_RECORDED,
});

export const clientAction = formClientAction<typeof action>(NOT_RECORDED);

export default function PayoutsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { payable, batches, key } = loaderData;
  const form = formProps(actionData, key);
  const may = useMay("payOut");
  return (
    <>
      <p>
        <TextLink to="/admin/settlements">Settlements</TextLink>
      </p>
      <PageHead
        title={may ? "Pay out" : "Payouts"}
        text={
          may
            ? "Untick the people whom you do not pay today. You then get one file for the bank, with a reference for each transfer."
            : "A super admin pays out. These are the next payees."
        }
      />
      {payable.length === 0 ? (
        <EmptyState
          title="Nobody to pay out now"
          text="When we owe someone money and have their bank account, they appear here."
        />
      ) : (
        <PayeesForm key={form.formKey} {...form} payable={payable} />
      )}
      {batches.length > 0 && (
        <section className="mt-8 max-w-2xl" aria-labelledby="before">
          <h2 id="before" className="font-display text-xl font-bold">
            Paid out before
          </h2>
          <ul className="mt-3">
            {batches.map(({ batch, at, payees, kobo }) => (
              <li key={batch} className="flex flex-wrap items-center gap-x-4 border-b border-line">
                <TextLink to={`/admin/settlements/payouts/${batch}`}>{`Payouts ${batch}`}</TextLink>
                <span className="text-sm text-muted">
                  {`${formatAdminDateTime(at)}, ${payees === 1 ? "1 payee" : `${payees} payees`}`}
                </span>
                <span className="ml-auto">
                  <Amount>{formatNaira(kobo)}</Amount>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

type Payable = Route.ComponentProps["loaderData"]["payable"];

function PayeesForm(props: FormParts & { payable: Payable }) {
  const { formKey, errors, payable } = props;
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const paid = payable.filter(({ id }) => !left.has(id));
  const sum = paid.reduce((all, { payableKobo }) => all + payableKobo, 0);
  const labels = Object.fromEntries(payable.map(({ id, name }) => [payeeField(id), name]));
  const tick = (id: string, ticked: boolean) => {
    const next = new Set(left);
    if (ticked) next.delete(id);
    else next.add(id);
    setLeft(next);
  };
  return (
    <div className="mt-6 max-w-2xl">
      <FormErrors errors={errors} title="Nobody was paid out" labels={labels} />
      <StaffForm name="Payouts" needs="payOut" formKey={formKey}>
        <ul>
          {payable.map((payee) => (
            <PayeeRow
              key={payee.id}
              payee={payee}
              error={errors[payeeField(payee.id)]}
              onTick={(ticked) => tick(payee.id, ticked)}
            />
          ))}
        </ul>
        {payable.length === MOST_PAYEES && (
          <p className="text-sm text-muted">{`The first ${MOST_PAYEES} are listed: pay them out, then the next.`}</p>
        )}
        <p className="flex items-baseline justify-between gap-4" role="status">
          <span>{paid.length === 1 ? "1 payee" : `${paid.length} payees`}</span>
          <strong className="font-display text-3xl font-extrabold">
            <Amount>{formatNaira(sum)}</Amount>
          </strong>
        </p>
        {useMay("payOut") && (
          <SendButton busyLabel="Recording...">Record payouts and get the file</SendButton>
        )}
      </StaffForm>
    </div>
  );
}

type RowProps = { payee: Payable[number]; error: string | undefined; onTick: (ticked: boolean) => void };

function PayeeRow({ payee, error, onTick }: RowProps) {
  const { id, name, isStore, account, payableKobo, owedSince } = payee;
  const field = payeeField(id);
  return (
    <li className="border-b border-line py-2">
      <label className="flex min-h-11 items-start gap-3">
        <input
          type="checkbox"
          name={field}
          value={seenPayeeText(payee)}
          defaultChecked
          onChange={({ target }) => onTick(target.checked)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error && `${field}-error`}
          className="mt-1 size-6 shrink-0 accent-ink"
        />
        <span className="min-w-0 grow font-semibold wrap-anywhere">
          {isStore ? `${name} (store)` : name}
          <span className="block text-sm font-normal text-muted">
            {owedSince ? `${account}, owed since ${formatAdminDate(owedSince)}` : account}
          </span>
        </span>
        <span className="font-semibold">
          <Amount>{formatNaira(payableKobo)}</Amount>
        </span>
      </label>
      <ErrorLine id={field} error={error} />
    </li>
  );
}
