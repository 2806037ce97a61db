/** CHOICE-1: the receiver's valid choices, each with 'Take it back', and the choices that ended. */
import { Form } from "react-router";
import type { ChoiceKind } from "../../domain/choices.ts";
import { Button } from "../../ui/button.tsx";
import { IdempotencyKeyField } from "../../ui/form.tsx";
import { choiceText } from "../receiver-choices/choice-text.ts";
import { useText } from "../../languages/use-text.ts";
import type { ChoicesView } from "./choices-view.server.ts";
import type { CollectAt } from "./collect-at.server.ts";
import { CollectAtText } from "./collect-at.tsx";

const SAYS: Record<ChoiceKind, string> = {
  day: "You chose another day.",
  hold: "You collect it at our office.",
  refuse: "You do not want it. The sender decides.",
  person: "Somebody else takes it.",
  landmark: "Your landmark for the rider.",
  note: "Your note to the rider.",
};
const SHORT: Record<ChoiceKind, string> = {
  day: "Another day",
  hold: "Collect it at our office",
  refuse: "I do not want it",
  person: "Somebody else takes it",
  landmark: "A better landmark",
  note: "A note to the rider",
};

type Props = ChoicesView & { collectAt: CollectAt | null };

export function ChosenPart({ state, chosen, formKey, collectAt }: Props) {
  const { t, dateTime } = useText();
  return chosen.map((one) => (
    <section
      key={one.id}
      aria-label={t(SHORT[one.kind])}
      className="mt-4 border-l-8 border-danfo bg-card px-4 py-3"
    >
      <p className="font-semibold">{t(SAYS[one.kind])}</p>
      {one.kind === "hold" && collectAt ? (
        <CollectAtText {...collectAt} />
      ) : (
        choiceText(one) && <p className="text-lg wrap-anywhere">{choiceText(one)}</p>
      )}
      <p className="text-sm text-muted">{dateTime(one.madeAt)}</p>
      {formKey && (state === "open" || (one.kind === "note" && state !== "over")) && (
        <Form method="post" noValidate className="mt-2">
          <IdempotencyKeyField value={formKey} />
          <input type="hidden" name="slot" value={one.slot} />
          <Button
            intent="take-back"
            variant="secondary"
            size="sm"
            aria-label={`${t("Take it back")}: ${t(SHORT[one.kind])}`}
          >
            {t("Take it back")}
          </Button>
        </Form>
      )}
    </section>
  ));
}

/** Lists the choices that are no longer valid, so that the receiver sees what others with the link chose. */
export function ChosenBefore({ before }: Pick<ChoicesView, "before">) {
  const { t, dateTime } = useText();
  if (before.length === 0) return null;
  return (
    <details className="text-sm text-muted">
      <summary className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4">
        {t("What was chosen before")}
      </summary>
      <ul>
        {before.map((one) => (
          <li key={one.id} className="wrap-anywhere">
            {[t(SHORT[one.kind]), choiceText(one), dateTime(one.madeAt)].filter(Boolean).join(", ")}
          </li>
        ))}
      </ul>
    </details>
  );
}
