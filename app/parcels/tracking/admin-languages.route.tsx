/** TRACK-11: the languages of the track page: their texts beside the English ones, and whether each is on. */
import { useNavigation } from "react-router";
import type { Route } from "./+types/admin-languages.route";
import { adminContext } from "../../access/principal-context.ts";
import { refusal } from "../../access/permissions.ts";
import { staffAction } from "../../access/staff-door.server.ts";
import { formatAdminDate } from "../../domain/dates.ts";
import { LANGUAGE_TAGS, LANGUAGES } from "../../domain/languages.ts";
import { servicesContext } from "../../platform/context.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { formProps } from "../../platform/http/form-props.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { noindexMeta } from "../../platform/http/page-meta.ts";
import { Button } from "../../ui/button.tsx";
import { CardSection } from "../../ui/card-section.tsx";
import { Field } from "../../ui/field.tsx";
import { FormErrors } from "../../ui/form.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { PermittedForm, type PermittedFormProps } from "../../ui/permitted-fields.tsx";
import { DataTable } from "../../ui/table.tsx";
import { approveLanguage, readApprovals, switchLanguageOff } from "./languages/languages.server.ts";
import { translationOf } from "./languages/translations.server.ts";

export const meta: Route.MetaFunction = () => noindexMeta("Languages · Ona back office");

export async function loader({ context }: Route.LoaderArgs) {
  const approvals = await readApprovals(context.get(servicesContext).db);
  return {
    languages: LANGUAGE_TAGS.map((tag) => ({
      tag,
      english: LANGUAGES[tag],
      approval: approvals.find(({ language }) => language === tag) ?? null,
      texts: Object.entries(translationOf(tag, "receiver").texts).map(([english, text]) => ({
        english,
        text,
      })),
    })),
    key: newIdempotencyKey(),
    mayNot: refusal(context.get(adminContext).role, "manageLanguages"),
  };
}

export const action = staffAction({
  buttons: {
    on: { operation: approveLanguage, done: "Language switched on" },
    off: { operation: switchLanguageOff, done: "Language switched off" },
  },
  to: () => "/admin/languages",
});

export const clientAction = formClientAction<typeof action>();

export default function LanguagesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { languages, key, mayNot } = loaderData;
  const form = { ...formProps(actionData, key), busy: useNavigation().state !== "idle", mayNot };
  return (
    <>
      <PageHead
        title="Languages"
        text="The track page and the receiver's page in other languages. A program translated them. Switch a language on only when somebody who speaks it has read every line."
      />
      <div className="mt-4 max-w-4xl">
        <FormErrors errors={form.errors} title="Nothing was saved" />
      </div>
      <div className="mt-8 grid max-w-4xl gap-8">
        {languages.map((language) => (
          <LanguagePart key={language.tag} {...language} form={form} />
        ))}
      </div>
    </>
  );
}

type Part = Route.ComponentProps["loaderData"]["languages"][number] & { form: PermittedFormProps };

function LanguagePart({ tag, english, approval, texts, form }: Part) {
  const { errors, values, busy, mayNot, formKey } = form;
  const own = values["language"] === tag;
  return (
    <CardSection id={tag} title={english}>
      <p className="mt-1 font-semibold">{stateOf(approval)}</p>
      <PermittedForm formKey={formKey} mayNot={mayNot} name={english} className="mt-4 grid max-w-md gap-3">
        <input type="hidden" name="language" value={tag} />
        {approval?.current ? (
          <Button intent="off" variant="secondary" busy={busy}>
            Switch off
          </Button>
        ) : (
          <>
            <Field
              label="Who read every line?"
              name="readBy"
              hint={`The name of somebody who speaks ${english}`}
              autoComplete="off"
              defaultValue={own ? values["readBy"] : undefined}
              error={own ? errors["readBy"] : undefined}
            />
            <Button intent="on" variant="secondary" busy={busy}>
              Switch on
            </Button>
          </>
        )}
      </PermittedForm>
      <details className="mt-4">
        <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold underline underline-offset-4">
          Show the {texts.length} texts
        </summary>
        <div lang={tag}>
          <DataTable
            caption={`Texts in ${english}`}
            rows={texts}
            rowKey="english"
            columns={[
              {
                key: "english",
                header: "English",
                primary: true,
                cell: (row) => <span lang="en">{row.english}</span>,
              },
              { key: "text", header: english, cell: (row) => row.text },
            ]}
          />
        </div>
      </details>
    </CardSection>
  );
}

function stateOf(approval: Part["approval"]): string {
  if (!approval) return "Off: nobody has read it yet.";
  const read = `${approval.readBy} read it on ${formatAdminDate(approval.approvedAt)}`;
  return approval.current ? `On: ${read}.` : `Off: ${read}, and a text is another one since then.`;
}
