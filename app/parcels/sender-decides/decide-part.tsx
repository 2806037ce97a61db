/** CHOICE-3: the question to the sender on the page of a booking, with its three answers. */
import { Form } from "react-router";
import { formatDateTime } from "../../domain/dates.ts";
import { formatNaira } from "../../domain/money.ts";
import { Button } from "../../ui/button.tsx";
import { IdempotencyKeyField } from "../../ui/form.tsx";
import type { SendersQuestion } from "./read-question.server.ts";

const WHY: Record<SendersQuestion["why"], string> = {
  unwanted: "The receiver told us that they do not want the parcel.",
  refused: "The receiver did not accept the parcel.",
  attempts_used: "We tried several times and could not deliver the parcel.",
};

export function DecidePart(question: SendersQuestion) {
  const { why, words, until, withRider } = question;
  return (
    <section aria-labelledby="decide" className="my-6 border-l-8 border-danfo bg-card px-4 py-4">
      <h2 id="decide" className="font-display text-xl font-extrabold">
        What shall we do?
      </h2>
      <p className="mt-1">{WHY[why]}</p>
      {words && <p className="mt-1 wrap-anywhere">They say: {words}</p>}
      {withRider ? (
        <p className="mt-1">
          The rider still has the parcel. As soon as it is back at our office you can decide here, until{" "}
          {formatDateTime(until)}. After that we call you.
        </p>
      ) : (
        <Answers {...question} />
      )}
    </section>
  );
}

function Answers(question: SendersQuestion) {
  const { until, withSender, formKey } = question;
  return (
    <>
      <p className="mt-1 text-muted">Decide by {formatDateTime(until)}. After that we call you.</p>
      <Form method="post" noValidate className="mt-4 grid gap-3">
        <IdempotencyKeyField value={formKey} />
        <input type="hidden" name="intent" value="decide" />
        <Choice value="try_again">{withSender ? "Deliver it all the same" : "Try again"}</Choice>
        {!withSender && <Choice value="hold">Keep it at your office for collection</Choice>}
      </Form>
      {withSender ? <p className="mt-3">Or cancel the booking below.</p> : <Return {...question} />}
    </>
  );
}

const Choice = ({ value, children }: { value: string; children: string }) => (
  <Button type="submit" name="decision" value={value} variant="secondary" className="min-h-14 w-full py-2">
    {children}
  </Button>
);

/** Draws the button for a return. It needs two presses; the price is shown between them. */
function Return({ returnKobo, formKey }: SendersQuestion) {
  return (
    <details className="mt-3">
      <summary className="flex min-h-14 cursor-pointer items-center justify-center border-2 border-ink bg-paper px-5 font-semibold">
        Return it to me
      </summary>
      <Form method="post" noValidate className="mt-3 grid gap-3">
        <IdempotencyKeyField value={formKey} />
        <input type="hidden" name="intent" value="decide" />
        <p>
          {returnKobo > 0
            ? `The return costs ${formatNaira(returnKobo)}. We take it from what we owe you, and collect the rest when you get the parcel.`
            : "We bring the parcel back to you."}
        </p>
        <Button type="submit" name="decision" value="return" variant="danger" className="min-h-14 w-full">
          Yes, return it
        </Button>
      </Form>
    </details>
  );
}
