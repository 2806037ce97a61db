/** A part of the company's page: a form with its own save button. */
import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { StaffFields } from "../../access/staff-form.tsx";
import type { Company } from "../../domain/company.ts";
import type { ActionResult } from "../../platform/http/result.ts";
import { formProps } from "../../platform/http/form-props.ts";
import { Button } from "../../ui/button.tsx";
import { CardSection } from "../../ui/card-section.tsx";
import { FormErrors, IdempotencyKeyField } from "../../ui/form.tsx";
import { FACT_LABELS } from "./fact-labels.ts";

export type PartProps = {
  version: number;
  texts: Record<string, string>;
  formKey: string;
  refused: ActionResult | undefined;
};
type FieldOf = (
  name: keyof Company,
) => Record<"label" | "name", string> & Record<"defaultValue" | "error", string | undefined>;
type Props = PartProps & {
  intent: string;
  title: string;
  /** The stored values as one text. If this text changes, for example by another save, the fields are reset. */
  stored: string;
  /** The labels that the summary of errors uses for fields that are not facts of the company. */
  labels?: Record<string, string>;
  more?: ReactNode;
  children: (field: FieldOf, refused: ActionResult | undefined) => ReactNode;
};

/** Draws the form of a part. Text that is typed into one part stays when another part is saved. */
export function PartForm({ intent, title, stored, labels, more, children, ...part }: Props) {
  const { version, texts } = part;
  const { formData } = useNavigation();
  const refused = part.refused?.values["intent"] === intent ? part.refused : undefined;
  const { formKey, errors, values } = formProps(refused, part.formKey, texts);
  const field: FieldOf = (name) => ({
    label: FACT_LABELS[name],
    name,
    defaultValue: values[name],
    error: errors[name],
  });
  return (
    <CardSection id={intent} title={title} className="sm:p-6">
      <Form
        key={stored}
        method="post"
        noValidate
        encType="multipart/form-data"
        className="mt-4 grid gap-4"
        aria-labelledby={intent}
      >
        <FormErrors errors={errors} title="Nothing was saved" labels={{ ...FACT_LABELS, ...labels }} />
        <IdempotencyKeyField value={formKey} />
        <input type="hidden" name="version" value={version} />
        <StaffFields name={title} needs="manageCompany">
          {children(field, refused)}
          <div className="flex flex-wrap gap-3">
            <Button intent={intent} busy={formData?.get("intent") === intent} busyLabel="Saving...">
              Save
            </Button>
            {more}
          </div>
        </StaffFields>
      </Form>
    </CardSection>
  );
}

/** Joins the stored values of some facts into one text, which changes whenever a fact changes. */
export const storedOf = (texts: PartProps["texts"], facts: readonly (keyof Company)[]) =>
  facts.map((fact) => texts[fact]).join("\n\n");
