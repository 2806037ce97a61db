/** EXC-4 to EXC-8: the steps for an exception, as buttons of one form. */
import { useState } from "react";
import { Form } from "react-router";
import { EXCEPTION_FACTS, stepFacts, type ExceptionStep } from "../../domain/exception-kinds.ts";
import { formatAdminDateTime } from "../../domain/dates.ts";
import type { FormParts } from "../../platform/http/form-props.ts";
import { Button } from "../../ui/button.tsx";
import { Field, SelectField } from "../../ui/field.tsx";
import { Deeds } from "./last-deeds.tsx";
import type { ExceptionDetails } from "./read-exception.server.ts";
import { ShownVersion } from "./shown-version.tsx";
import { StepLink } from "./step-link.tsx";

type Hub = { id: string; name: string };
export type StepProps = FormParts & {
  busy: boolean;
  one: ExceptionDetails;
  hubs: readonly Hub[];
  /** The URL of the WhatsApp chat with the sender. Null if the sender's number is unknown. */
  askTo: string | null;
  /** True if the dialog was opened in order to close the exception. Then no step takes the focus. */
  closing: boolean;
};

/** True if staff compare the reported deeds before they decide an exception of this kind. */
export const comparesDeeds = ({ kind }: Pick<ExceptionDetails, "kind">): boolean =>
  kind === "deeds_disagree" || kind === "unconfirmed_claim";

export function NextSteps(props: StepProps) {
  const { one, askTo } = props;
  const { steps, links } = EXCEPTION_FACTS[one.kind];
  return (
    <div className="grid gap-3">
      {comparesDeeds(one) && <Deeds one={one} />}
      {links.length > 0 && (
        <div className="flex flex-wrap gap-3">
          {links.map((link, n) => (
            <StepLink
              key={link}
              link={link}
              one={one}
              askTo={askTo}
              first={n === 0 && link !== "booking" && !props.closing}
            />
          ))}
        </div>
      )}
      {links.includes("sender") && <p className="text-sm text-muted">Then say what the sender decided:</p>}
      {steps.length > 0 && (
        <StepForm {...props} steps={steps} leads={!links.some((link) => link !== "booking")} />
      )}
    </div>
  );
}

/** Returns the exception's hub. For a parcel without a destination nothing is chosen, because its hub is the question. */
const usualHub = ({ kind, hubId }: StepProps["one"], hubs: readonly Hub[]): string | null =>
  kind !== "no_destination" && hubs.some(({ id }) => id === hubId) ? hubId : null;

function StepForm({
  one,
  hubs,
  steps,
  leads,
  closing,
  formKey,
  errors,
  values,
  busy,
}: StepProps & { steps: readonly ExceptionStep[]; leads: boolean }) {
  const withReference = steps.includes("money_in");
  const [asked, setAsked] = useState<ExceptionStep | null>(null);
  const own = steps.some((step) => step === values["intent"]) ? values : {};
  const atHub = steps.some((step) => stepFacts(step).atHub);
  const hub = own["hub"] ?? usualHub(one, hubs) ?? "";
  const shown = one.told ? steps.filter((step) => step !== "tell_senders") : steps;
  const confirm = asked && stepFacts(asked).confirm;
  const withNote = shown.some((step) => stepFacts(step).ends !== null);
  return (
    <Form method="post" noValidate aria-label="Next step" className="grid gap-3">
      {/* The form's first button is hidden and disabled. Enter in the note then takes no step. */}
      {shown.length > 1 && <button type="submit" disabled hidden />}
      <ShownVersion one={one} formKey={formKey} />
      {atHub && (
        <SelectField
          label="Hub"
          name="hub"
          defaultValue={hub}
          error={own["intent"] ? errors["hub"] : undefined}
          options={[
            { value: "", label: "Choose a hub" },
            ...hubs.map(({ id: value, name: label }) => ({ value, label })),
          ]}
        />
      )}
      {withReference && (
        <Field
          label="Reference"
          optional
          hint="As the bank has it: then a statement does not count it again"
          name="reference"
          maxLength={60}
          defaultValue={own["reference"]}
          error={own["intent"] ? errors["reference"] : undefined}
        />
      )}
      {withNote && (
        <Field label="In a few words" optional name="note" maxLength={300} defaultValue={own["note"]} />
      )}
      {one.told && (
        <p>
          {one.told.who} told {one.told.count === 1 ? "1 sender" : `${one.told.count} senders`} on{" "}
          {formatAdminDateTime(one.told.at)}.
        </p>
      )}
      {confirm ? (
        <Confirm step={asked} text={confirm} busy={busy} onCancel={() => setAsked(null)} />
      ) : (
        <StepButtons
          steps={shown}
          {...{ one, busy, leads }}
          starts={leads && !closing && (!atHub || hub !== "")}
          onAsk={setAsked}
        />
      )}
    </Form>
  );
}

type ConfirmProps = { step: ExceptionStep; text: string; busy: boolean; onCancel: () => void };

function Confirm({ step, text, busy, onCancel }: ConfirmProps) {
  const { label } = stepFacts(step);
  return (
    <div ref={focusFirst} role="alert" className="border-l-8 border-stop bg-paper p-3">
      <p>{text}</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button size="sm" variant="danger" intent={step} busy={busy}>
          Yes, {label.charAt(0).toLowerCase() + label.slice(1)}
        </Button>
        <Button type="button" size="sm" variant="secondary" onClick={onCancel}>
          Not yet
        </Button>
      </div>
    </div>
  );
}

type ButtonsProps = Pick<StepProps, "one" | "busy"> & {
  steps: readonly ExceptionStep[];
  leads: boolean;
  /** True for the first step, whose button gets the focus when the dialog opens. */
  starts: boolean;
  onAsk: (step: ExceptionStep) => void;
};

function StepButtons({ steps, one, busy, leads, starts, onAsk }: ButtonsProps) {
  return (
    <div className="flex flex-wrap gap-3">
      {steps.map((step, n) => (
        <Button
          key={step}
          intent={step}
          busy={busy}
          variant={n === 0 && leads ? "primary" : "secondary"}
          data-start={n === 0 && starts ? "" : undefined}
          onClick={
            stepFacts(step).confirm
              ? (event) => {
                  event.preventDefault();
                  onAsk(step);
                }
              : undefined
          }
        >
          {stepFacts(step).label}
          {step === "tell_senders" && one.onRun ? ` (${one.onRun})` : ""}
        </Button>
      ))}
    </div>
  );
}

const focusFirst = (asking: HTMLElement | null) => asking?.querySelector("button")?.focus();
