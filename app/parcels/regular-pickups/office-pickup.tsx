/** PICKUP-2: a regular pickup as the office sees it: the request, the decision, its days and its history. */
import { Form } from "react-router";
import { REGULAR_STATE_NAMES, termsText } from "../../domain/regular-pickup.ts";
import { formProps } from "../../platform/http/form-props.ts";
import type { ActionResult } from "../../platform/http/result.ts";
import { Button } from "../../ui/button.tsx";
import { Field, SelectField } from "../../ui/field.tsx";
import { FormErrors, IdempotencyKeyField } from "../../ui/form.tsx";
import { NamedSection } from "../../ui/named-section.tsx";
import { PermittedFields, type PermittedFormProps } from "../../ui/permitted-fields.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { EndPickup, PickupDays, PickupHistory, PickupPlace, Step } from "./pickup-card.tsx";
import type { PickupList } from "./pickup-lists.ts";
import type { OfficePickup } from "./read-pickups.server.ts";
import { pickupFormValues, RegularFormView, regularFormProps } from "./regular-form-view.tsx";

/** Returns the path of a regular pickup in the office. `hub`: the hub of the board from which the person came. */
export const officePath = (hub: string, list: PickupList, pickup: string): string =>
  `/admin/runs/regular?${new URLSearchParams({ hub, list, pickup })}`;

type OneProps = {
  pickup: OfficePickup;
  phone: string;
  hub: string;
  list: PickupList;
  isEditing: boolean;
  refused: ActionResult | undefined;
  busy: boolean;
  mayNot: string | null;
  formKey: string;
};

export function OnePickup(props: OneProps) {
  const { pickup, phone, hub, list, isEditing, refused, busy, mayNot, formKey } = props;
  const { id, status, wanted, acts } = pickup;
  const whose = pickup.owner || pickup.name;
  const form = { ...formProps(refused, formKey), busy, mayNot };
  const step = { of: pickup, formKey, busy };
  const isRunning = status === "active" || status === "paused";
  const back = officePath(hub, list, id);
  const edits = isEditing && isRunning && mayNot === null;
  const intent = refused?.values["intent"];
  return (
    <NamedSection id="one" title={whose} className="mt-6 bg-card p-4 sm:p-6">
      <p className="mt-1">
        {termsText(pickup)} · {REGULAR_STATE_NAMES[status]}
        {pickup.pausedBy && (pickup.pausedBy === "office" ? " by us" : " by the sender")}
      </p>
      <PickupPlace pickup={pickup} />
      <p>
        <a
          href={`tel:${pickup.phone}`}
          className="inline-flex min-h-11 items-center underline underline-offset-4"
        >
          {phone}
        </a>
      </p>
      {wanted && (
        <p className="my-2 border-l-8 border-danfo pl-3">
          Asked for: {termsText(wanted)}, {wanted.name}, {wanted.address}
          {wanted.note && `. ${wanted.note}`}
        </p>
      )}
      {intent !== "change" && <FormErrors errors={form.errors} title="Nothing was changed" labels={LABELS} />}
      {(status === "asked" || wanted) && <Decide pickup={pickup} form={form} />}
      {edits && (
        <RegularFormView
          {...regularFormProps(intent === "change" ? refused : undefined, formKey, pickupFormValues(pickup))}
          intent="change"
          of={pickup}
          button="Change it"
          closeTo={back}
        />
      )}
      {mayNot && isRunning && <p className="text-sm font-semibold">{mayNot}</p>}
      {mayNot === null && (
        <div className="my-3 flex flex-wrap items-center gap-3">
          {isRunning && !edits && <TextLink to={`${back}&edit=1`}>Change</TextLink>}
          {status === "active" && <Step {...step} intent="pause" label="Pause" about={whose} />}
          {status === "paused" && <Step {...step} intent="resume" label="Resume" about={whose} />}
        </div>
      )}
      {mayNot === null && !pickup.endedAt && status !== "asked" && <EndPickup {...step} about={whose} />}
      <PickupDays {...{ pickup, formKey, busy, mayNot }} isOffice about={whose} />
      <PickupHistory acts={acts} company={null} about={whose} />
    </NamedSection>
  );
}

const LABELS = { hub: "Hub whose riders come", reason: "Reason, if you refuse" };

/** Draws one form with two buttons: one approves with a hub, one refuses with a reason. */
function Decide({ pickup, form }: { pickup: OfficePickup; form: PermittedFormProps }) {
  const { formKey, errors, values, busy, mayNot } = form;
  return (
    <Form method="post" noValidate aria-label="Decide" className="mt-3 grid max-w-xl gap-3">
      <IdempotencyKeyField value={formKey} />
      <input type="hidden" name="id" value={pickup.id} />
      <input type="hidden" name="version" value={pickup.version} />
      <PermittedFields name="Decide" mayNot={mayNot}>
        <SelectField
          label={LABELS.hub}
          name="hub"
          defaultValue={values["hub"] ?? pickup.hubId ?? pickup.nearHub ?? ""}
          {...(errors["hub"] && { error: errors["hub"] })}
          options={[{ value: "", label: "Choose a hub" }, ...pickup.hubs]}
        />
        <Field
          label={LABELS.reason}
          name="reason"
          optional
          maxLength={300}
          autoComplete="off"
          hint="The sender reads it"
          defaultValue={values["reason"] ?? ""}
          {...(errors["reason"] && { error: errors["reason"] })}
        />
        <div className="flex flex-wrap gap-3">
          <Button intent="approve" busy={busy}>
            Approve
          </Button>
          <Button intent="refuse" variant="secondary" busy={busy}>
            Refuse
          </Button>
        </div>
      </PermittedFields>
    </Form>
  );
}
