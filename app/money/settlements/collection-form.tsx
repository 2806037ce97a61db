/** COD-3: the form that records what was collected for a booking. */
import { useLocation } from "react-router";
import { StaffForm } from "../../access/staff-form.tsx";
import { formatNaira } from "../../domain/money.ts";
import { Amount } from "../../ui/amount.tsx";
import type { Route } from "./+types/admin-collection.route";
import { BOOKING_STATUS_LABELS, DELIVERED } from "../../domain/delivery-status.ts";
import { COLLECTION_METHODS, COLLECTION_REASON_LABELS, COLLECTION_REASONS } from "../../domain/settlement.ts";
import type { FormParts } from "../../platform/http/form-props.ts";
import { SendButton } from "../../ui/button.tsx";
import { SelectField } from "../../ui/field.tsx";
import { fieldsOf } from "../../ui/fields-of.ts";
import { SeenField } from "../../ui/seen-field.tsx";
import { AmountField, PaidByField, ReferenceAndNote } from "../payments/money-forms.tsx";
import { HolderSelect } from "../cash-ledger/holder-select.tsx";
import { doorLines, receiversPart } from "../../domain/door-amount.ts";

const HEAD = "mb-3 font-display text-xl font-bold";

type ToRecordProps = {
  loaderData: Route.ComponentProps["loaderData"];
  form: FormParts;
  door: ReturnType<typeof receiversPart>;
};

export function ToRecord({ loaderData, form, door }: ToRecordProps) {
  const { status, seen, holders, holder } = loaderData;
  const left = door.totalKobo;
  const lines = doorLines(door);
  return (
    <section className="min-w-0">
      <h2 className={HEAD}>Record what was collected</h2>
      {status !== DELIVERED && (
        <p className="mb-3 border-l-8 border-danfo bg-card px-4 py-3">
          The booking is {BOOKING_STATUS_LABELS[status]}. Set it to Delivered before you record money.
        </p>
      )}
      {lines.length > 1 && <DoorSum lines={lines} total={left} />}
      <CollectionForm
        // The key changes after each sent form, so that the form does not keep the recorded values.
        key={useLocation().key}
        {...form}
        seen={seen}
        left={left}
        holders={holders}
        holder={holder}
        withCod={door.codKobo > 0}
        withDelivery={door.deliveryKobo > 0}
      />
    </section>
  );
}

function DoorSum({ lines, total }: { lines: ReturnType<typeof doorLines>; total: number }) {
  return (
    <dl className="mb-3 border-y border-line py-2 tabular-nums">
      {lines.map(([name, kobo]) => (
        <div key={name} className="flex justify-between gap-4">
          <dt>{name}</dt>
          <dd>
            <Amount>{formatNaira(kobo)}</Amount>
          </dd>
        </div>
      ))}
      <div className="flex justify-between gap-4 font-bold">
        <dt>At the door</dt>
        <dd>
          <Amount>{formatNaira(total)}</Amount>
        </dd>
      </div>
    </dl>
  );
}

type FormOfSum = FormParts & {
  seen: number;
  left: number;
  withCod: boolean;
  withDelivery: boolean;
  /** CASH-2: the possible holders of the cash. Empty if the company has no hub. */
  holders: readonly { value: string; label: string }[];
  holder: string;
};

function CollectionForm(props: FormOfSum) {
  const { formKey, left, seen, withCod, withDelivery, holders, holder } = props;
  const field = fieldsOf(props, "collect");
  return (
    <StaffForm name="Collection" needs="recordPayments" formKey={formKey}>
      <PaidByField methods={COLLECTION_METHODS} {...field("method")} />
      <AmountField
        left={left}
        hint={[
          withCod && "0 if nothing was collected",
          withCod && withDelivery && "the delivery is paid first, the rest is for the goods",
        ]
          .filter(Boolean)
          .join("; ")}
        {...field("amount")}
      />
      {withCod && (
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
      )}
      <HolderSelect choices={holders} known={holder} {...field("holder")} />
      <ReferenceAndNote field={field} hint="For POS" />
      <SeenField seen={seen} field={field} />
      <SendButton intent="collect" busyLabel="Recording...">
        Record collection
      </SendButton>
    </StaffForm>
  );
}
