/**
 * TRACK-11: the lines of a language: a form that changes one line, and a list of all lines to choose from or to print.
 */
import type { ReactNode } from "react";
import { Form } from "react-router";
import type { Language } from "../domain/languages.ts";
import { Button } from "../ui/button.tsx";
import { CardSection } from "../ui/card-section.tsx";
import { TextAreaField } from "../ui/field.tsx";
import { IdempotencyKeyField } from "../ui/form.tsx";
import { PermittedFields, type PermittedFormProps } from "../ui/permitted-fields.tsx";
import { DataTable } from "../ui/table.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { languagePath } from "./language-path.ts";
import type { LanguageLine } from "./languages.server.ts";

type Props = {
  tag: Language;
  name: string;
  lines: readonly LanguageLine[];
  /** The position of the line that is shown in the form. */
  open: number;
  form: PermittedFormProps;
  /** The elements between the form and the list of lines. */
  children: ReactNode;
};

export function LanguageLines({ children, ...props }: Props) {
  const { tag, name, lines } = props;
  const read = lines.filter(({ readAt }) => readAt !== null).length;
  return (
    <>
      <OneLine {...props} />
      {children}
      <section aria-labelledby="all-lines">
        <h2 id="all-lines" className="font-display text-xl font-bold">
          All lines <span className="text-muted tabular-nums">{`${read} of ${lines.length} read`}</span>
        </h2>
        <div lang={tag} className="mt-2">
          <DataTable
            caption={`Texts in ${name}`}
            rows={lines}
            rowKey="id"
            compact
            columns={[
              {
                key: "english",
                header: "English",
                primary: true,
                cell: (line) => (
                  <span lang="en">
                    <TextLink to={languagePath(tag, line.id)}>{line.english}</TextLink>
                  </span>
                ),
              },
              { key: "text", header: name, narrow: "bare", cell: ({ text }) => text },
              {
                key: "read",
                header: "Read",
                narrow: "end",
                cell: ({ readAt }) => (readAt ? "Yes" : "Not yet"),
              },
            ]}
          />
        </div>
      </section>
    </>
  );
}

function OneLine({ tag, name, lines, open, form }: Omit<Props, "children">) {
  const { formKey, errors, values, busy, mayNot } = form;
  const line = lines[open]!;
  const before = lines[open - 1];
  const after = lines[open + 1];
  const address = new URLSearchParams({ language: tag, line: line.id, next: (after ?? line).id });
  const own = values["intent"] === "line";
  return (
    <CardSection id="one-line" title={`Line ${open + 1} of ${lines.length}`} className="print:hidden">
      <p className="mt-2 border-l-4 border-line pl-3 text-lg wrap-anywhere">{line.english}</p>
      <Form
        key={line.id}
        method="post"
        action={`/admin/languages?${address}`}
        preventScrollReset
        noValidate
        aria-labelledby="one-line"
        className="mt-3 grid gap-3"
      >
        <IdempotencyKeyField value={formKey} />
        <input type="hidden" name="language" value={tag} />
        <input type="hidden" name="line" value={line.id} />
        <PermittedFields name={`Line ${open + 1}`} mayNot={mayNot}>
          <TextAreaField
            label={`In ${name}`}
            name="text"
            rows={3}
            lang={tag}
            defaultValue={own ? values["text"] : line.text}
            error={own ? errors["text"] : undefined}
            hint={line.readAt ? "Read. Save again to change it." : "Save it as it is if it is right."}
          />
          <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
            <Button intent="line" busy={busy} busyLabel="Saving...">
              {after ? "Save and next" : "Save"}
            </Button>
            {before && <TextLink to={languagePath(tag, before.id)}>Line before</TextLink>}
            {after && <TextLink to={languagePath(tag, after.id)}>Next line</TextLink>}
          </div>
        </PermittedFields>
      </Form>
    </CardSection>
  );
}
