/** CLAIM-3, CLAIM-4: the form 'I did not get this', or the report's result. Works without JavaScript. */
import { Form } from "react-router";
import { CLAIM_OUTCOME_LABELS } from "../../domain/claims.ts";
import { Button } from "../../ui/button.tsx";
import { TextAreaField } from "../../ui/field.tsx";
import { IdempotencyKeyField } from "../../ui/form.tsx";
import { useText } from "../../languages/use-text.ts";
import type { ReceiversClaim } from "../claiming/read-claims.server.ts";

export type AfterDeliveryView = {
  claim: ReceiversClaim | null;
  /**
   * The key of the report form, and the time limit for a report. Null if the link is not the receiver's, the company
   * has no hubs, the time limit has passed, or there is a report already.
   */
  tell: { until: Date; formKey: string } | null;
};

export function AfterDelivery({ claim, tell }: AfterDeliveryView) {
  if (claim) return <WhatBecame {...claim} />;
  return tell && <NotReceived {...tell} />;
}

function WhatBecame({ openedAt, decidedAt, outcome, decision }: ReceiversClaim) {
  const { t, dateTime } = useText();
  return (
    <section aria-label={t("What you told us")} className="mt-4 border-l-8 border-danfo bg-card px-4 py-3">
      <p className="font-semibold">
        {t("You told us on {when} that you did not get it.", { when: dateTime(openedAt) })}
      </p>
      {decidedAt && outcome ? (
        <p className="mt-1 whitespace-pre-line wrap-anywhere">
          {t(CLAIM_OUTCOME_LABELS[outcome])}, {dateTime(decidedAt)}
          {decision ? `: ${decision}` : "."}
        </p>
      ) : (
        <p className="mt-1">{t("We look into it. What we decide will stand here.")}</p>
      )}
    </section>
  );
}

function NotReceived({ until, formKey }: { until: Date; formKey: string }) {
  const { t, dateTime } = useText();
  return (
    <details className="mt-4">
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold underline underline-offset-4">
        {t("I did not get this")}
      </summary>
      <Form method="post" noValidate className="grid gap-3 border-l-8 border-stop bg-card px-4 py-3">
        <IdempotencyKeyField value={formKey} />
        <p>
          {t("We then ask the rider, and tell you here what came out. You can say it until {when}.", {
            when: dateTime(until),
          })}
        </p>
        <TextAreaField
          label={t("What do you know about it?")}
          name="words"
          optional
          rows={2}
          maxLength={300}
        />
        <div>
          <Button intent="not-received" variant="danger">
            {t("I did not get this parcel")}
          </Button>
        </div>
      </Form>
    </details>
  );
}
