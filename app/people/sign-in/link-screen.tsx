/** The common frame of the screens that send a link: the form, and then 'Check your email'. */
import type { ReactNode } from "react";
import type * as z from "zod";
import type { ActionResult } from "../../platform/http/result.ts";
import { EmailField } from "../../ui/field.tsx";
import { AccountForm, type FieldProps } from "./account-form.tsx";
import type { emailForm } from "./account-forms.ts";
import { EMAIL_REQUIRED } from "./account-messages.ts";
import { AccountPage, CheckYourEmail, FootLink, showProblem } from "./account-page.tsx";
import type { LinkScreenData } from "./link-screen.server.ts";
import type { LinkScreenOptions } from "./link-screens.ts";

type Props<Schema extends z.ZodObject> = {
  screen: Pick<LinkScreenOptions, "path" | "title">;
  text: string;
  loaded: LinkScreenData;
  refused: ActionResult | undefined;
  schema: () => Promise<Schema>;
  prefill: Record<string, string>;
  submit: string;
  /** The name of the mailed link, such as 'a login link'. */
  sends: string;
  note: string;
  foot: { text: string; to: string; label: string };
  onInvalid?: (input: FormData) => void;
  children: (field: FieldProps<Schema>) => ReactNode;
};

export function LinkScreen<Schema extends z.ZodObject>(props: Props<Schema>) {
  const { loaded, foot, submit } = props;
  const { path, title } = props.screen;
  const { next, sent, email, mailbox } = loaded;
  if (sent) {
    const again = `${path}?again=1${next && `&next=${encodeURIComponent(next)}`}`;
    return <CheckYourEmail email={email} what={props.sends} again={again} mailbox={mailbox} />;
  }
  return (
    <AccountPage title={title} text={props.text}>
      <AccountForm
        schema={props.schema}
        refused={props.refused}
        formKey={loaded.key}
        prefill={props.prefill}
        action={path}
        hidden={{ next }}
        submit={{ label: submit, busy: "Sending..." }}
        onInvalid={props.onInvalid}
      >
        {props.children}
      </AccountForm>
      <p className="text-muted">{props.note}</p>
      <FootLink {...foot} />
    </AccountPage>
  );
}

const loadEmailForm = () => import("./account-forms.ts").then((forms) => forms.emailForm);

/** Draws a screen that asks only for an email address. */
export function EmailLinkScreen(
  props: Omit<Props<typeof emailForm>, "schema" | "prefill" | "sends" | "note" | "children">,
) {
  return (
    <LinkScreen
      {...props}
      schema={loadEmailForm}
      prefill={{ email: props.loaded.email ?? "" }}
      sends="a login link"
      note="The login link expires after 24 hours."
    >
      {(field) => <EmailField label="Email" {...field("email")} />}
    </LinkScreen>
  );
}

export const withNext = (path: string, next: string) =>
  next ? `${path}?next=${encodeURIComponent(next)}` : path;

/** Adds a toast to the field's error if the email field is empty. */
export function sayEmailRequired(input: FormData): void {
  const email = input.get("email");
  if (typeof email === "string" && !email.trim()) showProblem(EMAIL_REQUIRED);
}
