/** TELL-9: the form of messages to receivers. */
import type { ReactNode } from "react";
import { MESSAGE_KIND_NAMES, MESSAGE_WORDS_NAMES, NEWS_KINDS } from "../../domain/receiver-messages.ts";
import { Field, SelectField } from "../../ui/field.tsx";
import { ORDERS, channelOrderText, templateField } from "./message-form.ts";
import { PartForm, storedOf, type PartProps } from "./part-form.tsx";

const NAIRA = { inputMode: "decimal" } as const;

const FACTS = [
  "messageOrder",
  "messageCeilingKobo",
  "messageSmsKobo",
  "messageWhatsappKobo",
  "messageQuietFrom",
  "messageQuietTo",
  "messageTodayFrom",
  "messageWaitMinutes",
  "messageWords",
  "messageLanguage",
  "messageCodeKobo",
] as const;

const TEMPLATE_LABELS = Object.fromEntries(
  NEWS_KINDS.map((kind) => [templateField(kind), MESSAGE_KIND_NAMES[kind]]),
);

export function MessagesPart(part: PartProps) {
  const stored = storedOf(part.texts, FACTS);
  return (
    <PartForm
      {...part}
      intent="messages"
      title="How receivers are told"
      stored={stored}
      labels={TEMPLATE_LABELS}
    >
      {(field, refused) => (
        <>
          <SelectField
            {...field("messageOrder")}
            options={ORDERS.map((order) => ({ value: order.join(), label: channelOrderText(order) }))}
            hint="The first that is on and reaches the receiver is used. Without a delivery report in time the next one tries."
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              {...field("messageWaitMinutes")}
              inputMode="numeric"
              hint="Then the next channel is tried. After the last one, staff are asked to call."
            />
            <Field
              {...field("messageCeilingKobo")}
              {...NAIRA}
              optional
              hint="Nothing is sent that would cost more. Leave empty for no ceiling."
            />
            <Field
              {...field("messageSmsKobo")}
              {...NAIRA}
              hint="Counted until Termii reports the real price."
            />
            <Field
              {...field("messageWhatsappKobo")}
              {...NAIRA}
              hint="Meta does not report a price, so this one is counted."
            />
          </div>
          <div className="grid gap-4 sm:grid-cols-3">
            <Field {...field("messageQuietFrom")} type="time" hint="Lagos time" />
            <Field {...field("messageQuietTo")} type="time" />
            <Field
              {...field("messageTodayFrom")}
              type="time"
              hint="This message may go out during the quiet hours."
            />
          </div>
          <div className="grid gap-4 sm:grid-cols-2">
            <SelectField
              {...field("messageWords")}
              options={Object.entries(MESSAGE_WORDS_NAMES).map(([value, label]) => ({ value, label }))}
            />
            <Field
              {...field("messageCodeKobo")}
              {...NAIRA}
              optional
              hint="For more to collect, the receiver's page asks for a code, sent to their phone by SMS, before it shows the PIN. Only while SMS is on. Leave empty for no code."
            />
          </div>
          <Templates texts={part.texts} refused={refused}>
            <Field {...field("messageLanguage")} hint="As in the template, e.g. en or en_GB" />
          </Templates>
        </>
      )}
    </PartForm>
  );
}

type TemplatesProps = Pick<PartProps, "texts"> & {
  refused: { values: Record<string, string | undefined>; errors: Record<string, string> } | null | undefined;
  children: ReactNode;
};

function Templates({ texts, refused, children }: TemplatesProps) {
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2">
      <legend className="mb-2 font-semibold">Names of WhatsApp’s approved templates</legend>
      {NEWS_KINDS.map((kind) => {
        const name = templateField(kind);
        return (
          <Field
            key={kind}
            label={MESSAGE_KIND_NAMES[kind]}
            name={name}
            optional
            autoComplete="off"
            defaultValue={refused?.values[name] ?? texts[name]}
            error={refused?.errors[name]}
          />
        );
      })}
      {children}
    </fieldset>
  );
}
