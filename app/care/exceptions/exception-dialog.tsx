/** EXC-2: the dialog of an exception with its facts, its next steps and its owner. A URL opens the dialog. */
import { useState, type ReactNode } from "react";
import { useMayNot } from "../../access/use-may.ts";
import { dueClock } from "../../domain/due-text.ts";
import { formatAdminDateTime } from "../../domain/dates.ts";
import { CLOSE_REASON_NAMES, EXCEPTION_FACTS } from "../../domain/exception-kinds.ts";
import { PhoneLine } from "../../parcels/bookings/phone-links.tsx";
import { Fact } from "../../ui/fact.tsx";
import { FormErrors } from "../../ui/form.tsx";
import { MayNotText } from "../../ui/permitted-fields.tsx";
import { UrlDialog } from "../../ui/url-dialog.tsx";
import { useNow } from "../../ui/use-now.ts";
import { CloseForm, ExceptionNoteForm, ExceptionOwnerForm } from "./decide-forms.tsx";
import { ExceptionSubject, titleOf } from "./exception-facts.tsx";
import { focusPlace } from "./use-exception-keys.ts";
import { Deeds } from "./last-deeds.tsx";
import { comparesDeeds, NextSteps, type StepProps } from "./next-steps.tsx";
import type { ExceptionDetails } from "./read-exception.server.ts";
import { STEPS_NEED_PERMISSION } from "./steps-need-permission.ts";

type Props = StepProps & {
  team: readonly { id: string; name: string }[];
  loadedAt: Date;
  closeTo: string;
  /** The position in the list. Once the exception is closed, the row at this position takes the focus. */
  place: number;
};

export function ExceptionDialog(props: Props) {
  const { one, closeTo, errors, team, closing } = props;
  const mayNot = useMayNot("closeExceptions");
  const mayNotStep = useMayNot(STEPS_NEED_PERMISSION[one.kind] ?? "closeExceptions");
  const [place] = useState(Math.max(0, props.place));
  const { label } = EXCEPTION_FACTS[one.kind];
  const title = titleOf(one, label);
  const forms = !one.closedAt && !mayNot;
  return (
    <UrlDialog title={title} closeTo={closeTo} onGone={() => focusPlace(place)}>
      <div className="grid gap-5">
        <FormErrors errors={formError(errors)} title="Nothing was done" />
        <Head one={one} loadedAt={props.loadedAt} />
        {!one.closedAt && !mayNotStep && (
          <Part title={EXCEPTION_FACTS[one.kind].next}>
            <NextSteps {...props} />
          </Part>
        )}
        {one.moves.length + one.events.length > 0 && !(forms && comparesDeeds(one)) && (
          <details>
            <summary className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4">
              What happened last
            </summary>
            <Deeds one={one} />
          </details>
        )}
        {forms && (
          <div className="grid gap-5 border-t border-line pt-4 sm:grid-cols-2">
            <ExceptionOwnerForm {...props} team={team} />
            <ExceptionNoteForm {...props} />
            <div className="sm:col-span-2">
              <CloseForm {...props} closing={closing} />
            </div>
          </div>
        )}
        {!one.closedAt && <MayNotText mayNot={mayNot && mayNotStep} />}
      </div>
    </UrlDialog>
  );
}

const formError = ({ form }: Record<string, string>): Record<string, string> => (form ? { form } : {});

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="bg-card p-4">
      <h3 className="mb-3 font-display text-lg font-bold">{title}</h3>
      {children}
    </section>
  );
}

function Head({ one, loadedAt }: { one: ExceptionDetails; loadedAt: Date }) {
  const { overdue, text } = dueClock(one.dueAt, useNow(loadedAt));
  const { people } = one;
  return (
    <div className="grid gap-3">
      {one.closedAt ? (
        <p className="border-l-8 border-go bg-card px-4 py-2">
          <strong>{one.closeReason && CLOSE_REASON_NAMES[one.closeReason]}</strong>, closed by{" "}
          {one.closedByName} on {formatAdminDateTime(one.closedAt)}.
          {one.closeNote && <span className="block wrap-anywhere">{one.closeNote}</span>}
        </p>
      ) : (
        <p className={overdue ? "font-bold text-stop" : "font-semibold"}>
          {text.charAt(0).toUpperCase() + text.slice(1)}
        </p>
      )}
      <p className="-mt-2 text-sm text-muted">
        Opened {formatAdminDateTime(one.openedAt)} by {one.openedByName}
      </p>
      <ExceptionSubject row={one} />
      {one.note && <p className="border-l-4 border-line pl-3 wrap-anywhere">{one.note}</p>}
      {one.deskNote && one.closedAt && <p className="border-l-4 border-danfo pl-3">{one.deskNote}</p>}
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        {one.heldBy && (
          <Fact name="Held by">
            {one.heldBy}
            {one.heldSince && (
              <span className="block text-sm font-normal text-muted">
                since {formatAdminDateTime(one.heldSince)}
              </span>
            )}
          </Fact>
        )}
        {people && (
          <Fact name="Sender">
            {people.senderName}
            <PhoneLine e164={people.senderE164} phone={people.senderPhone} />
          </Fact>
        )}
        {people && (
          <Fact name="Receiver">
            {people.receiverName}
            <span className="block font-normal">{people.receiverTown ?? people.receiverState}</span>
          </Fact>
        )}
        {one.driverPhone && !people && (
          <Fact name={one.runKind === "linehaul" ? "Driver" : "Rider"}>
            {one.driver}
            <PhoneLine e164={one.driverPhone} phone={one.driverPhoneText ?? one.driverPhone} />
          </Fact>
        )}
        {one.onRun !== null && <Fact name="Still on the run">{one.onRun}</Fact>}
      </dl>
    </div>
  );
}
