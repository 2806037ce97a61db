/** EXC-4 to EXC-8: the steps for an exception, as buttons of one form. */
import { useState } from "react";
import { Form } from "react-router";
import { MessageCircle, Phone } from "lucide-react";
import {
  EXCEPTION_FACTS,
  stepFacts,
  type ExceptionLink,
  type ExceptionStep,
} from "../../domain/exception-kinds.ts";
import { formatAdminDateTime } from "../../domain/dates.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Field, SelectField } from "../../ui/field.tsx";
import type { PermittedFormProps } from "../../ui/permitted-fields.tsx";
import { claimPlace } from "./exception-facts.tsx";
import { Deeds } from "./last-deeds.tsx";
import type { ExceptionDetails } from "./read-exception.server.ts";
import { ShownVersion } from "./shown-version.tsx";

type Hub = { id: string; name: string };
export type StepProps = PermittedFormProps & {
  one: ExceptionDetails;
  hubs: readonly Hub[];
  /** The chat with the sender; null if the number is unknown. */
  askTo: string | null;
  /** The dialog was opened for closing, so nothing here takes the focus. */
  closing: boolean;
};

/** For these kinds the reported deeds are read before the decision. */
export const comparesDeeds = ({ kind }: Pick<ExceptionDetails, "kind">): boolean =>
  kind === "deeds_disagree" || kind === "unconfirmed_claim";

export function NextSteps(props: StepProps) {
  const { one, mayNot, askTo } = props;
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
      {links.includes("sender") && !mayNot && (
        <p className="text-sm text-muted">Then say what the sender decided:</p>
      )}
      {steps.length > 0 && !mayNot && (
        <StepForm {...props} steps={steps} leads={!links.some((link) => link !== "booking")} />
      )}
    </div>
  );
}

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
  const hub = own["hub"] ?? (hubs.some(({ id }) => id === one.hubId) ? one.hubId : null) ?? "";
  const shown = one.told ? steps.filter((step) => step !== "tell_senders") : steps;
  const confirm = asked && stepFacts(asked).confirm;
  const withNote = shown.some((step) => stepFacts(step).ends !== null);
  return (
    <Form method="post" noValidate aria-label="Next step" className="grid gap-3">
      {/* Enter in the note must not choose between several steps. */}
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
        <div ref={focusFirst} role="alert" className="border-l-8 border-stop bg-paper p-3">
          <p>{confirm}</p>
          <div className="mt-3 flex flex-wrap gap-3">
            <Button type="submit" size="sm" variant="danger" name="intent" value={asked} busy={busy}>
              Yes, {stepFacts(asked).label.charAt(0).toLowerCase() + stepFacts(asked).label.slice(1)}
            </Button>
            <Button type="button" size="sm" variant="secondary" onClick={() => setAsked(null)}>
              Not yet
            </Button>
          </div>
        </div>
      ) : (
        <div className="flex flex-wrap gap-3">
          {shown.map((step, n) => (
            <Button
              key={step}
              type="submit"
              name="intent"
              value={step}
              busy={busy}
              variant={n === 0 && leads ? "primary" : "secondary"}
              data-start={n === 0 && leads && !closing && (!atHub || hub) ? "" : undefined}
              onClick={
                stepFacts(step).confirm
                  ? (event) => {
                      event.preventDefault();
                      setAsked(step);
                    }
                  : undefined
              }
            >
              {stepFacts(step).label}
              {step === "tell_senders" && one.onRun ? ` (${one.onRun})` : ""}
            </Button>
          ))}
        </div>
      )}
    </Form>
  );
}

const focusFirst = (asking: HTMLElement | null) => asking?.querySelector("button")?.focus();

/** The page on which the holder's cash is counted. */
export const cashPlace = ({ details }: Pick<ExceptionDetails, "details">): string =>
  typeof details?.["holder"] === "string"
    ? `/admin/cash/${details["holder"].replace(":", "/")}`
    : "/admin/cash";

function StepLink({
  link,
  one,
  askTo,
  first,
}: {
  link: ExceptionLink;
  one: ExceptionDetails;
  askTo: string | null;
  first: boolean;
}) {
  const { code, runId, run, driver, driverPhone, people } = one;
  const start = first ? { "data-start": "" } : {};
  switch (link) {
    case "sender":
      return (
        <>
          {askTo && (
            <ButtonLink {...start} href={askTo} external>
              <MessageCircle aria-hidden className="size-5" />
              Ask on WhatsApp
            </ButtonLink>
          )}
          {people?.senderE164 && (
            <ButtonLink {...(askTo ? {} : start)} variant="secondary" href={`tel:${people.senderE164}`}>
              <Phone aria-hidden className="size-5" />
              Call {people.senderPhone}
            </ButtonLink>
          )}
        </>
      );
    case "driver":
      return driverPhone ? (
        <ButtonLink {...start} href={`tel:${driverPhone}`}>
          <Phone aria-hidden className="size-5" />
          Call {driver ?? "the driver"}
        </ButtonLink>
      ) : (
        <p>We have no phone number of the driver.</p>
      );
    case "receive":
      return runId ? (
        <ButtonLink
          variant="secondary"
          to={`/admin/scan?${new URLSearchParams({ mode: "receive", run: runId })}`}
        >
          Arrived: receive it
        </ButtonLink>
      ) : null;
    case "run":
      return runId ? (
        <ButtonLink {...start} to={`/admin/runs/${runId}`}>
          {one.kind === "incident" ? "Move the rest to another run" : `Open ${run}`}
        </ButtonLink>
      ) : null;
    case "claim":
      return code ? (
        <ButtonLink {...start} to={claimPlace(code)}>
          Open the claim
        </ButtonLink>
      ) : null;
    case "cash":
      return (
        <ButtonLink {...start} to={cashPlace(one)}>
          Open the account of cash
        </ButtonLink>
      );
    case "booking":
      return code ? (
        <ButtonLink {...start} variant="secondary" to={`/admin/bookings/${code}`}>
          Open {code}
        </ButtonLink>
      ) : null;
  }
}
