/** TRACK-11: the languages of the track page: switches, and texts that a speaker of the language checks. */
import { useNavigation } from "react-router";
import type { Route } from "./+types/admin-languages.route";
import { adminContext } from "../../access/principal-context.ts";
import { whyRoleMayNot } from "../../access/permissions.ts";
import { staffAction } from "../../access/staff-door.server.ts";
import { isLanguage, LANGUAGE_TAGS, LANGUAGES, type Language } from "../../domain/languages.ts";
import { formatAdminDate } from "../../domain/dates.ts";
import { servicesContext } from "../../platform/context.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { formProps } from "../../platform/http/form-props.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { noindexMeta } from "../../platform/http/page-meta.ts";
import { Button } from "../../ui/button.tsx";
import { CardSection } from "../../ui/card-section.tsx";
import { Field } from "../../ui/field.tsx";
import { FormErrors } from "../../ui/form.tsx";
import { Link } from "../../ui/link.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { PermittedForm, type PermittedFormProps } from "../../ui/permitted-fields.tsx";
import { PrintButton } from "../../ui/print-button.tsx";
import {
  approveLanguage,
  readApprovals,
  readLanguageLines,
  saveLine,
  switchLanguageOff,
  type Approval,
} from "../../languages/languages.server.ts";
import { LanguageLines } from "../../languages/language-lines.tsx";
import { languagePath } from "../../languages/language-path.ts";

const LABELS = { readBy: "Who read every line?" };

export const meta: Route.MetaFunction = () => noindexMeta("Languages · Ona back office");

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const params = new URL(request.url).searchParams;
  const wanted = params.get("language") ?? "";
  const tag = isLanguage(wanted) ? wanted : LANGUAGE_TAGS[0];
  const approvals = await readApprovals(db);
  const lines = await readLanguageLines(db, tag);
  const open = lines.findIndex(({ id }) => id === params.get("line"));
  return {
    tag,
    languages: LANGUAGE_TAGS.map((one) => ({
      tag: one,
      english: LANGUAGES[one],
      approval: approvals.find(({ language }) => language === one) ?? null,
    })),
    lines,
    // If the URL names no text, the first text that nobody has checked is open.
    open:
      open >= 0
        ? open
        : Math.max(
            0,
            lines.findIndex(({ readAt }) => readAt === null),
          ),
    key: newIdempotencyKey(),
    mayNot: whyRoleMayNot(context.get(adminContext).role, "manageLanguages"),
  };
}

export const action = staffAction({
  buttons: {
    on: { operation: approveLanguage, done: "Language switched on" },
    off: { operation: switchLanguageOff, done: "Language switched off" },
    line: { operation: saveLine, done: "Line saved" },
  },
  to: (_, { request }) => {
    const params = new URL(request.url).searchParams;
    const tag = params.get("language") ?? "";
    return isLanguage(tag) ? languagePath(tag, params.get("next")) : "/admin/languages";
  },
});

export const clientAction = formClientAction<typeof action>();

export default function LanguagesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { tag, languages, lines, open, key, mayNot } = loaderData;
  const form = { ...formProps(actionData, key), busy: useNavigation().state !== "idle", mayNot };
  const shown = languages.find((one) => one.tag === tag)!;
  return (
    <>
      <PageHead
        title="Languages"
        text="The track page and the receiver's page in other languages. A program translated them. Switch a language on only when somebody who speaks it has read every line."
        actions={<PrintButton label="Print the lines" />}
      />
      <div className="mt-4 max-w-4xl">
        <FormErrors
          errors={form.errors}
          title="Nothing was saved"
          labels={{ ...LABELS, text: `In ${shown.english}` }}
        />
      </div>
      <nav aria-label="Languages" className="mt-4 print:hidden">
        <ul className="grid max-w-4xl gap-x-4 sm:grid-cols-2">
          {languages.map(({ tag: one, english, approval }) => (
            <li key={one}>
              <Link
                to={languagePath(one)}
                aria-current={one === tag ? "page" : undefined}
                className="flex min-h-11 flex-wrap items-center gap-x-3 border-l-4 border-transparent py-1 pl-3 aria-[current=page]:border-ink aria-[current=page]:bg-card"
              >
                <strong>{english}</strong> <span className="text-sm text-muted">{stateOf(approval)}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="mt-6 grid max-w-4xl gap-6">
        <LanguageLines key={tag} tag={tag} name={shown.english} lines={lines} open={open} form={form}>
          <SwitchPart tag={tag} english={shown.english} approval={shown.approval} form={form} />
        </LanguageLines>
      </div>
    </>
  );
}

type Part = { tag: Language; english: string; approval: Approval | null; form: PermittedFormProps };

function SwitchPart({ tag, english, approval, form }: Part) {
  const { errors, values, busy, mayNot, formKey } = form;
  return (
    <CardSection id={tag} title={english} className="print:hidden">
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
              label={LABELS.readBy}
              name="readBy"
              hint={`The name of somebody who speaks ${english}`}
              autoComplete="off"
              defaultValue={values["readBy"]}
              error={errors["readBy"]}
            />
            <Button intent="on" variant="secondary" busy={busy}>
              Switch on
            </Button>
          </>
        )}
      </PermittedForm>
    </CardSection>
  );
}

function stateOf(approval: Approval | null): string {
  if (!approval) return "Off: nobody has read it yet.";
  const read = `${approval.readBy} read it on ${formatAdminDate(approval.approvedAt)}`;
  return approval.current ? `On: ${read}.` : `Off: ${read}, and a text is another one since then.`;
}
