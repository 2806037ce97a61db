/** CHOICE-1: the receiver's choices, each in a section that opens on a press, also without JavaScript. */
import type { ReactNode } from "react";
import { ChevronDown } from "lucide-react";
import { Form } from "react-router";
import { MAX_CHOICE_WORDS, TAKER_NAMES, type ChoiceKind } from "../../domain/choices.ts";
import { PLACE_TEXT } from "../../domain/consents.ts";
import { Button } from "../../ui/button.tsx";
import { CheckboxField, Field, PhoneField, SelectField, TextAreaField } from "../../ui/field.tsx";
import { fieldsOf } from "../../ui/fields-of.ts";
import { IdempotencyKeyField } from "../../ui/form.tsx";
import { nearDay } from "../../domain/promise.ts";
import { useText } from "../../languages/use-text.ts";
import type { ChoicesView } from "./choices-view.server.ts";

/** The section of a refused form stays open, with the typed values. */
export type RefusedChoice = { errors: Record<string, string>; values: Record<string, string> };

const NOT_REFUSED: RefusedChoice = { errors: {}, values: {} };

type FoldProps = {
  title: string;
  intent: string;
  formKey: string;
  refused: RefusedChoice | undefined;
  children: (field: ReturnType<typeof fieldsOf>) => ReactNode;
};

export function Fold({ title, intent, formKey, refused, children }: FoldProps) {
  return (
    <details name="choice" open={refused?.values["intent"] === intent} className="group border-b border-line">
      <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 py-2 text-lg font-semibold">
        <span className="grow">{title}</span>
        <ChevronDown aria-hidden className="size-6 shrink-0 group-open:rotate-180" />
      </summary>
      <Form method="post" noValidate className="grid gap-3 pb-5">
        <IdempotencyKeyField value={formKey} />
        <input type="hidden" name="intent" value={intent} />
        {children(fieldsOf(refused ?? NOT_REFUSED, intent))}
      </Form>
    </details>
  );
}

const BIG = "min-h-14 w-full text-left";

type Props = {
  view: ChoicesView;
  formKey: string;
  lang: string | null;
  /** PLACE-3: the time since which the receiver agrees to remembered landmarks. Null without consent. */
  remembers: Date | null;
  refused: RefusedChoice | undefined;
};

export function ChoiceFolds({ view: { days, hubs, chosen }, formKey, lang, remembers, refused }: Props) {
  const { t } = useText();
  const has = (kind: ChoiceKind) => chosen.find((one) => one.kind === kind);
  const fold = { formKey, refused };
  const day = has("day")?.day;
  const hub = has("hold")?.hubId;
  return (
    <div className="border-t border-line">
      {days.length > 0 && (
        <Fold title={t("Another day")} intent="choose-day" {...fold}>
          {() => (
            <div className="grid grid-cols-2 gap-3">
              {days.map((one) => (
                <Button
                  key={one}
                  type="submit"
                  name="day"
                  value={one}
                  variant="secondary"
                  className="min-h-14"
                  aria-pressed={one === day}
                >
                  {nearDay(one)}
                </Button>
              ))}
            </div>
          )}
        </Fold>
      )}
      <PersonFold {...fold} />
      <Fold title={t("A better landmark")} intent="give-landmark" {...fold}>
        {(field) => (
          <>
            <TextAreaField
              label={t("How does the rider find you?")}
              hint={t("For example: the blue gate opposite Zenith Bank, second floor.")}
              rows={2}
              maxLength={MAX_CHOICE_WORDS}
              {...field("words")}
            />
            <RememberTick lang={lang} remembers={remembers} />
            <Button type="submit" className={BIG}>
              {t("Send the landmark")}
            </Button>
          </>
        )}
      </Fold>
      {hubs.some(({ id }) => id !== hub) && <HoldFold {...{ hubs, hub }} {...fold} />}
      {!has("refuse") && <RefuseFold {...fold} />}
    </div>
  );
}

type ShortFold = Pick<Props, "formKey" | "refused">;

function RefuseFold(fold: ShortFold) {
  const { t } = useText();
  return (
    <Fold title={t("I do not want it")} intent="announce-refusal" {...fold}>
      {(field) => (
        <>
          <p>
            {t(
              "Are you sure? We then do not bring it, and the sender decides what happens. Nothing is to be paid.",
            )}
          </p>
          <TextAreaField
            label={t("Why?")}
            optional
            rows={2}
            maxLength={MAX_CHOICE_WORDS}
            {...field("words")}
          />
          <Button type="submit" variant="danger" className={BIG}>
            {t("Yes, I do not want it")}
          </Button>
        </>
      )}
    </Fold>
  );
}

function PersonFold(fold: ShortFold) {
  const { t } = useText();
  return (
    <Fold title={t("Somebody else takes it")} intent="name-person" {...fold}>
      {(field) => (
        <>
          <SelectField
            label={t("Who is it?")}
            options={Object.entries(TAKER_NAMES).map(([value, label]) => ({ value, label: t(label) }))}
            {...field("taker")}
          />
          <Field label={t("Their name")} autoComplete="off" maxLength={80} {...field("takerName")} />
          <PhoneField label={t("Their phone")} autoComplete="off" {...field("takerPhone")} />
          <p className="text-sm text-muted">
            {t("The rider reads both. Tell them the PIN, and what is to be paid.")}
          </p>
          <Button type="submit" className={BIG}>
            {t("They take it")}
          </Button>
        </>
      )}
    </Fold>
  );
}

function HoldFold({
  hubs,
  hub,
  ...fold
}: ShortFold & { hubs: ChoicesView["hubs"]; hub: string | null | undefined }) {
  const { t } = useText();
  return (
    <Fold title={t("Collect it at our office")} intent="choose-hold" {...fold}>
      {() =>
        hubs.map(({ id, name, address }) => (
          <Button
            key={id}
            type="submit"
            name="hub"
            value={id}
            variant="secondary"
            className={BIG}
            aria-pressed={id === hub}
          >
            <span className="grow py-2">
              {name}
              <span className="block text-sm font-normal text-muted">{address}</span>
            </span>
          </Button>
        ))
      }
    </Fold>
  );
}

/** PLACE-3: the tick box for the consent to remembered landmarks. Not drawn if the receiver agreed earlier. */
function RememberTick({ lang, remembers }: Pick<Props, "lang" | "remembers">) {
  const { t } = useText();
  return (
    <>
      <input type="hidden" name="language" value={lang ?? "en"} />
      {remembers ? (
        <input type="hidden" name="remember" value="yes" />
      ) : (
        <CheckboxField
          label={t("Remember this for next time")}
          hint={t(PLACE_TEXT)}
          name="remember"
          value="yes"
        />
      )}
    </>
  );
}

/** The section for a note, which is the only choice while the parcel is on the way. */
export function NoteFold({ formKey, refused }: ShortFold) {
  const { t } = useText();
  return (
    <div className="border-t border-line">
      <Fold title={t("A note to the rider")} intent="note-to-rider" formKey={formKey} refused={refused}>
        {(field) => (
          <>
            <TextAreaField
              label={t("What should the rider know?")}
              rows={2}
              maxLength={MAX_CHOICE_WORDS}
              {...field("words")}
            />
            <Button type="submit" className={BIG}>
              {t("Send the note")}
            </Button>
          </>
        )}
      </Fold>
    </div>
  );
}
