/** The page 'Request Custom Purchase': the item, its shop and the highest price. Staff get a message. */
import { useRef } from "react";
import { useNavigation } from "react-router";
import type { Route } from "./+types/purchase.route";
import { asCustomerOrGuest } from "../../access/actors.server.ts";
import { sessionContext } from "../../access/principal-context.ts";
import { formAction } from "../../platform/http/form-action.server.ts";
import { newIdempotencyKey, type RawValues } from "../../platform/http/form.server.ts";
import { formProps } from "../../platform/http/form-props.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { pageMeta } from "../../platform/http/page-meta.ts";
import { Button } from "../../ui/button.tsx";
import { useDraft } from "../../ui/draft.ts";
import { Field, TextAreaField } from "../../ui/field.tsx";
import { FormErrors, KeyedForm, useForm } from "../../ui/form.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { PURCHASE_BUTTONS } from "./forms.server.ts";
import { MessageSent } from "./message-sent.tsx";

const PATH = "/book/purchase";

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: "Request Custom Purchase",
    description: "Tell us what to buy and where. We agree the price with you, buy it and deliver it.",
    path: PATH,
  });

export function loader({ request, context }: Route.LoaderArgs) {
  const { person } = context.get(sessionContext);
  const prefill: RawValues = person
    ? { name: person.fullName ?? "", email: person.email, phone: person.phone ?? "" }
    : {};
  return { key: newIdempotencyKey(), prefill, sent: new URL(request.url).searchParams.has("sent") };
}

const NOT_SENT = "There was a problem sending your message. Please try again.";

export const action = formAction({
  actor: (context) => asCustomerOrGuest(context.get(sessionContext)),
  buttons: PURCHASE_BUTTONS,
  to: () => `${PATH}?sent=1`,
  failed: NOT_SENT,
});

export const clientAction = formClientAction<typeof action>(NOT_SENT);

export default function PurchasePage({ loaderData, actionData }: Route.ComponentProps) {
  const { key, prefill, sent } = loaderData;
  return (
    <div className="mx-auto w-full max-w-2xl px-4 py-8">
      <PageHead
        title="Request Custom Purchase"
        text="Tell us what to buy and where. We call you with the price first, and buy only if you agree."
      />
      {sent && !actionData ? (
        <div className="mt-6">
          <MessageSent again={PATH} label="Ask for something else" />
        </div>
      ) : (
        <PurchaseFields {...formProps(actionData, key, prefill)} />
      )}
    </div>
  );
}

/** Loads the schema only when it is needed. The schema would be a fifth of the page's script. */
const loadForm = () => import("./purchase-form.ts").then((module) => module.purchaseForm);

const LABELS = {
  what: "What should we buy?",
  where: "Which shop or market?",
  upTo: "Up to how much? (₦)",
  phone: "Phone number",
};

function PurchaseFields(props: { formKey: string; errors: RawValues; values: RawValues }) {
  const formRef = useRef<HTMLFormElement>(null);
  const { field, handlers, allErrors, formId } = useForm(loadForm, props);
  const navigation = useNavigation();
  const sending = navigation.formAction === PATH;
  const sent = sending && navigation.state === "loading" && Object.keys(props.errors).length === 0;
  useDraft(formRef, "purchase", sent);
  return (
    <KeyedForm
      ref={formRef}
      formKey={props.formKey}
      className="mt-6 grid gap-4"
      aria-busy={sending}
      {...handlers}
    >
      <FormErrors errors={allErrors} formId={formId} title="Submission failed" labels={LABELS} />
      <TextAreaField label={LABELS.what} rows={4} hint="Name, size, colour and how many" {...field("what")} />
      <Field label={LABELS.where} hint="Name and town" {...field("where")} />
      <Field label={LABELS.upTo} inputMode="decimal" hint="For example 12500" {...field("upTo")} />
      <Field label="Name" autoComplete="name" {...field("name")} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={LABELS.phone} type="tel" inputMode="tel" autoComplete="tel" {...field("phone")} />
        <Field label="Email" type="email" inputMode="email" autoComplete="email" {...field("email")} />
      </div>
      <Button type="submit" busy={sending} busyLabel="Sending...">
        Send Request
      </Button>
    </KeyedForm>
  );
}
