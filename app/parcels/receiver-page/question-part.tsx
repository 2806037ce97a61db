/** CHOICE-5: the question 'Is that right?' after an attempt, and its answer. Works without JavaScript. */
import { Form } from "react-router";
import {
  ANSWER_NAMES,
  ASKED_REASONS,
  ATTEMPT_ANSWERS,
  isDenial,
  MAX_CHOICE_WORDS,
} from "../../domain/choices.ts";
import { Button } from "../../ui/button.tsx";
import { TextAreaField } from "../../ui/field.tsx";
import { IdempotencyKeyField } from "../../ui/form.tsx";
import type { AttemptQuestion } from "../receiver-link/link-state.server.ts";
import { useText } from "../../languages/use-text.ts";
import { reportText } from "./why-failed.ts";

/** Draws the question. `formKey` is null if the question is already answered. */
export function QuestionPart({ question, formKey }: { question: AttemptQuestion; formKey: string | null }) {
  const text = useText();
  const { t } = text;
  const { kind, reason, at, answer, eventId } = question;
  return (
    <section aria-labelledby="question" className="mt-4 border-l-8 border-danfo bg-card px-4 py-4">
      <h2 id="question" className="text-lg font-semibold">
        {reportText(kind, at, ASKED_REASONS[reason], text)} {!answer && t("Is that right?")}
      </h2>
      {answer && (
        <p className="mt-1">
          {t("You said: {answer}.", { answer: t(ANSWER_NAMES[answer]) })}{" "}
          {isDenial(answer) && t("We look into it. Nothing goes back to the sender before.")}
        </p>
      )}
      {formKey && <Answers {...{ eventId, formKey }} />}
    </section>
  );
}

function Answers({ eventId, formKey }: { eventId: number; formKey: string }) {
  const { t } = useText();
  const hidden = (
    <>
      <IdempotencyKeyField value={formKey} />
      <input type="hidden" name="intent" value="answer" />
      <input type="hidden" name="event" value={eventId} />
    </>
  );
  return (
    <>
      <Form method="post" noValidate className="mt-3">
        {hidden}
        <Button type="submit" name="answer" value="right" variant="secondary" className="min-h-14 w-full">
          {t(ANSWER_NAMES.right)}
        </Button>
      </Form>
      <details className="mt-3">
        <summary className="flex min-h-14 cursor-pointer items-center justify-center border-2 border-ink bg-paper px-5 font-semibold">
          {t("No")}
        </summary>
        <Form method="post" noValidate className="mt-3 grid gap-3">
          {hidden}
          <TextAreaField
            label={t("What happened?")}
            name="words"
            optional
            rows={2}
            maxLength={MAX_CHOICE_WORDS}
          />
          {ATTEMPT_ANSWERS.filter(isDenial).map((answer) => (
            <Button
              key={answer}
              type="submit"
              name="answer"
              value={answer}
              variant="secondary"
              className="min-h-14"
            >
              {t(ANSWER_NAMES[answer])}
            </Button>
          ))}
        </Form>
      </details>
    </>
  );
}
