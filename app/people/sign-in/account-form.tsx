/** The shared frame of the forms about login accounts: key, toast, errors, fields and button. */
import type { ReactNode, Ref } from "react";
import { useNavigation } from "react-router";
import type * as z from "zod";
import type { ActionResult } from "../../platform/http/result.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { FormErrors, KeyedForm, useForm } from "../../ui/form.tsx";
import { ProblemToast } from "./account-page.tsx";

type Texts = Record<string, string>;
export type FieldProps<Schema extends z.ZodObject> = ReturnType<typeof useForm<Schema>>["field"];

type Props<Schema extends z.ZodObject> = {
  schema: () => Promise<Schema>;
  refused: ActionResult | undefined;
  formKey: string;
  prefill?: Texts;
  action?: string;
  hidden?: Texts;
  className?: string;
  errorTitle?: string;
  submit: { label: string; busy: string };
  busy?: boolean;
  formRef?: Ref<HTMLFormElement>;
  /** Called with the input if the browser finds an invalid field on submit. */
  onInvalid?: (input: FormData) => void;
  children: (field: FieldProps<Schema>) => ReactNode;
};

const NONE: Texts = {};

export function AccountForm<Schema extends z.ZodObject>({
  schema,
  refused,
  formKey,
  prefill = NONE,
  action,
  hidden = NONE,
  className = "grid gap-4",
  errorTitle,
  submit,
  busy,
  formRef,
  onInvalid,
  children,
}: Props<Schema>) {
  const { field, handlers, allErrors, formId } = useForm(schema, {
    errors: refused?.errors ?? NONE,
    values: refused?.values ?? prefill,
  });
  const sending = useNavigation().formMethod === "POST";
  return (
    <KeyedForm
      ref={formRef}
      formKey={refused?.key || formKey}
      action={action}
      className={className}
      {...handlers}
      onSubmit={(event) => {
        handlers.onSubmit(event);
        if (event.defaultPrevented) onInvalid?.(new FormData(event.currentTarget));
      }}
    >
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={refused?.values[name] ?? value} />
      ))}
      <ProblemToast problem={refused?.problem} />
      <FormErrors formId={formId} errors={allErrors} title={errorTitle} />
      {children(field)}
      <Button type="submit" busy={sending || busy} busyLabel={submit.busy}>
        {submit.label}
      </Button>
    </KeyedForm>
  );
}

export function ReferralCodeField(props: {
  id: string;
  name: string;
  defaultValue?: string;
  error?: string;
}) {
  return (
    <Field
      label="Referral code"
      optional
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      {...props}
    />
  );
}
