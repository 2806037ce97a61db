/** SETTLE-2 to SETTLE-4: one payee: the amount owed, the payout, and weekly statements. */
import { data, Link, useLocation, useSearchParams } from "react-router";
import type { Route } from "./+types/admin-payee.route";
import { formatAdminDate, lagosDay } from "../../domain/dates.ts";
import { formatNaira } from "../../domain/money.ts";
import { staffAction } from "../../access/staff-door.server.ts";
import { StaffForm } from "../../access/staff-form.tsx";
import { servicesContext } from "../../platform/context.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { formProps, type FormParts } from "../../platform/http/form-props.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import { uuidParam } from "../../platform/http/uuid.ts";
import { NOT_RECORDED } from "../payments/messages.ts";
import { AmountField, MONEY_LABELS } from "../payments/money-forms.tsx";
import { SendButton } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Headline } from "../../ui/figures.tsx";
import { FormErrors } from "../../ui/form.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { PAYEE_BUTTONS } from "./forms.server.ts";
import type { BankAccount } from "./payees.server.ts";
import { PaidParcels } from "./paid-parcels.tsx";
import { readPaidParcels } from "./payout-parcels.server.ts";
import { heldText, type HeldAmounts } from "../../domain/settlement.ts";
import { readWhyHeld } from "./why-held.server.ts";
import { newestEntryId } from "./newest-entry.server.ts";
import { ReverseEntry } from "./reverse-entry.tsx";
import { readPayee, readPayeeStatement, weekOf } from "./statement.server.ts";
import { WeeklyStatement } from "./weekly-statement.tsx";
import { NamedSection } from "../../ui/named-section.tsx";
import { Amount } from "../../ui/amount.tsx";
import { SeenField } from "../../ui/seen-field.tsx";
import { fieldsOf } from "../../ui/fields-of.ts";

export const meta: Route.MetaFunction = (args) => officeMeta(args, "Settlement");

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db, now } = context.get(servicesContext);
  const id = uuidParam(params.id);
  const payee = id && (await readPayee(db, id));
  if (!payee) throw data("We do not know this payee. Open them from the list.", { status: 404 });
  const at = now();
  const week = weekOf(new URL(request.url).searchParams, at);
  const [statement, seen] = await Promise.all([readPayeeStatement(db, id, week), newestEntryId(db, id)]);
  const parcels = await readPaidParcels(db, id, statement.entries);
  const held = await readWhyHeld(db, id);
  return { payee, held, statement, parcels, seen, today: lagosDay(at), key: newIdempotencyKey() };
}

export const action = staffAction({
  buttons: PAYEE_BUTTONS,
  of: ({ id = "" }) => ({ id }),
  to: ({ id }) => `/admin/settlements/${id}`,
  failed: NOT_RECORDED,
});

export const clientAction = formClientAction<typeof action>(NOT_RECORDED);

export default function PayeePage({ loaderData, actionData }: Route.ComponentProps) {
  const { payee, held, statement, parcels, seen, today, key } = loaderData;
  const [params] = useSearchParams();
  const location = useLocation();
  const form = formProps(actionData, key);
  const { id, name, payableKobo, account, accountSince } = payee;
  const whole = actionData && "account" in actionData ? actionData.account : null;
  const reversed = new Set(statement.entries.map(({ reverses }) => reverses));
  const payouts = statement.entries.filter((entry) => entry.kind === "paid_out");
  return (
    <>
      <p>
        <Link
          to="/admin/settlements"
          className="inline-flex min-h-11 items-center underline underline-offset-4"
        >
          Settlements
        </Link>
      </p>
      <PageHead title={name} />
      <div className="mt-4">
        <Owed payee={payee} held={held} />
      </div>
      <div className="mt-4 grid max-w-4xl gap-8 md:grid-cols-2">
        <div className="md:col-span-2">
          <FormErrors errors={form.errors} title="Nothing was recorded" labels={MONEY_LABELS} />
        </div>
        <Account formKey={form.formKey} account={account} since={accountSince} whole={whole} />
        {payableKobo > 0 && accountSince && (
          // The key changes after each sent form, so that the form does not keep the recorded values.
          <PayoutForm
            key={location.key}
            {...form}
            owed={payableKobo}
            seen={seen}
            accountSince={accountSince}
          />
        )}
      </div>
      <WeeklyStatement
        statement={statement}
        today={today}
        here={`/admin/settlements/${id}`}
        params={params}
        staff
      />
      {payouts.map((entry) => (
        <Payout
          key={entry.id}
          {...{ entry, form }}
          parcels={parcels[entry.id] ?? []}
          cameBack={reversed.has(entry.id)}
        />
      ))}
    </>
  );
}

type PayoutProps = {
  entry: Route.ComponentProps["loaderData"]["statement"]["entries"][number];
  parcels: Parameters<typeof PaidParcels>[0]["parcels"];
  cameBack: boolean;
  form: FormParts;
};

function Payout({ entry: { id, grossKobo, reference }, parcels, cameBack, form }: PayoutProps) {
  const sum = formatNaira(-grossKobo);
  return (
    <div className="mt-4 max-w-md bg-card p-4">
      <p>
        Payout of <Amount>{sum}</Amount>, reference {reference}
      </p>
      <PaidParcels parcels={parcels} linkOf={(code) => `/admin/bookings/${code}/collection`} />
      {cameBack ? (
        <p className="mt-1 font-semibold">This payout came back: it was reversed.</p>
      ) : (
        <ReverseEntry
          {...form}
          needs="payOut"
          entryId={id}
          name="Reverse this payout"
          about={`${sum}, reference ${reference}`}
        />
      )}
    </div>
  );
}

type Payee = Route.ComponentProps["loaderData"]["payee"];

function Owed({ payee: { owedKobo, payableKobo, owedSince }, held }: { payee: Payee; held: HeldAmounts }) {
  return owedKobo < 0 ? (
    <Headline name="Owes us" hint="We take it from the next money that we collect for them.">
      <Amount>{formatNaira(-owedKobo)}</Amount>
    </Headline>
  ) : (
    <Headline
      name="We owe"
      hint={[
        owedSince && `Since ${formatAdminDate(owedSince)}.`,
        payableKobo < owedKobo && `${heldText(held)} ${formatNaira(payableKobo)} can be paid out now.`,
      ]
        .filter(Boolean)
        .join(" ")}
    >
      <Amount>{formatNaira(owedKobo)}</Amount>
    </Headline>
  );
}

type AccountProps = Pick<FormParts, "formKey"> & {
  account: string | null;
  since: Date | null;
  whole: BankAccount | null;
};

function Account({ account, since, whole, formKey }: AccountProps) {
  return (
    <NamedSection id="account" title="Bank account" headClass={HEAD}>
      <p>{account && since ? `${account}, added on ${formatAdminDate(since)}` : "No bank account yet."}</p>
      {whole ? (
        <p role="status" className="mt-2 font-semibold">
          {whole.bank} {whole.accountNumber}, {whole.accountName}
        </p>
      ) : (
        account && (
          <StaffForm name="Whole account" needs="payOut" formKey={formKey} className="mt-3 grid gap-3">
            <SendButton intent="account" variant="secondary">
              Show the whole account
            </SendButton>
          </StaffForm>
        )
      )}
    </NamedSection>
  );
}

function PayoutForm(props: FormParts & { owed: number; seen: number; accountSince: Date }) {
  const { formKey, owed, seen, accountSince } = props;
  const field = fieldsOf(props, "payout");
  return (
    <NamedSection id="payout" title="Record a payout" headClass={HEAD}>
      <StaffForm name="Payout" needs="payOut" formKey={formKey}>
        <SeenField seen={seen} field={field} />
        <input type="hidden" name="accountSince" value={accountSince.toISOString()} />
        <AmountField left={owed} {...field("amount")} />
        <Field label="Reference of the bank transfer" {...field("reference")} />
        <SendButton intent="payout" busyLabel="Recording...">
          Record payout
        </SendButton>
      </StaffForm>
    </NamedSection>
  );
}

const HEAD = "mb-3 font-display text-xl font-bold";
