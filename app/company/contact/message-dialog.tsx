/** The dialog of a message and its replies. When it opens, the script marks the message read with a POST. */
import { useEffect, useRef, type ComponentProps } from "react";
import { useFetcher, useNavigation } from "react-router";
import { useMay, useMayNot } from "../../access/use-may.ts";
import { formatAdminDateTime } from "../../domain/dates.ts";
import { RefusedMailStaff } from "../../notifications/refused-mail-staff.tsx";
import { Button } from "../../ui/button.tsx";
import { TextAreaField } from "../../ui/field.tsx";
import { FormErrors, KeyedForm } from "../../ui/form.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { showToast } from "../../ui/toast.tsx";
import { UrlDialog } from "../../ui/url-dialog.tsx";
import { FormOwnerField } from "../../ui/form-owner-field.tsx";
import { LinkedCodes } from "./linked-codes.tsx";
import type { FullMessage } from "./inbox.server.ts";
import { ClaimPart } from "./claim-part.tsx";
import { MARKED_AS_READ, type OpenedResponse } from "./marked-as-read.ts";

const REPLY = "Reply by email";

type Props = {
  message: FullMessage;
  closeTo: string;
  formKey: string;
  errors: Record<string, string>;
  values: Record<string, string>;
  /** MAIL-5: the reasons why mails to the writer's address are refused. */
  refusals: ComponentProps<typeof RefusedMailStaff>["list"];
  /** True if the company uses claims and the role may create a claim. */
  mayClaim: boolean;
};

export function MessageDialog(props: Props) {
  const { message, closeTo, formKey, errors, values, mayClaim } = props;
  const mayRead = useMay("markContactRead");
  const mayNotReply = useMayNot("replyToContact");
  const busy = useNavigation().formData?.get("intent") === "reply";
  useMarkRead(message.id, message.isRead || !mayRead);

  return (
    <UrlDialog title={message.subject} closeTo={closeTo}>
      <From {...message} />
      <RefusedMailStaff list={props.refusals} mayNot={useMayNot("sendMessages")} />
      {message.customerId && (
        <p>
          <TextLink to={`/admin/customers/${message.customerId}`}>Customer</TextLink>
        </p>
      )}
      {/* The focus starts here. If a field had the focus, a phone's keyboard would cover the message. */}
      <p
        tabIndex={-1}
        data-start
        className="my-4 border-l-4 border-line pl-4 whitespace-pre-line outline-none"
      >
        <LinkedCodes text={message.message} />
      </p>
      <p className="text-sm text-muted">Received on {formatAdminDateTime(message.createdAt)}</p>
      {message.replies.map((reply) => (
        <div key={reply.id} className="mt-4 bg-card p-3">
          <p className="text-sm text-muted">Replied on {formatAdminDateTime(reply.createdAt)}</p>
          <p className="whitespace-pre-line">{reply.body}</p>
        </div>
      ))}
      {!message.isRead && mayRead && (
        <noscript>
          <form method="post" noValidate className="mt-4">
            <FormOwnerField />
            <input type="hidden" name="id" value={message.id} />
            <input type="hidden" name="intent" value="read" />
            <button type="submit" className="min-h-11 font-semibold underline">
              Mark Read
            </button>
          </form>
        </noscript>
      )}
      {mayNotReply ? (
        <p className="mt-4 text-sm text-muted">{mayNotReply}</p>
      ) : (
        // The form's key is the number of replies, so the form becomes empty after a reply.
        <KeyedForm key={message.replies.length} formKey={formKey} className="mt-8 grid gap-3">
          <input type="hidden" name="id" value={message.id} />
          <input type="hidden" name="intent" value="reply" />
          <FormErrors errors={errors} title="Reply not sent" labels={{ body: REPLY }} />
          <TextAreaField
            label={REPLY}
            name="body"
            rows={4}
            defaultValue={values["body"]}
            error={errors["body"]}
          />
          <Button type="submit" busy={busy} busyLabel="Sending...">
            Send Reply
          </Button>
        </KeyedForm>
      )}
      <ClaimPart message={message} formKey={formKey} mayClaim={mayClaim} />
    </UrlDialog>
  );
}

function From({ name, email, phone }: FullMessage) {
  return (
    <p>
      From: {name} ({email})
      {phone && (
        <>
          {" • "}
          <a
            href={`tel:${phone.replaceAll(" ", "")}`}
            className="whitespace-nowrap underline underline-offset-4"
          >
            {phone}
          </a>
        </>
      )}
    </p>
  );
}

/** Marks a message read, once. Uses its own fetcher, because the page's fetcher may be sending a reply. */
function useMarkRead(id: string, done: boolean): void {
  const { submit, data } = useFetcher<OpenedResponse>();
  const asked = useRef(false);
  useEffect(() => {
    if (done || asked.current) return;
    asked.current = true;
    void submit({ id, intent: "opened" }, { method: "post" });
  }, [id, done, submit]);
  useEffect(() => {
    if (!data) return;
    if ("errors" in data) showToast({ tone: "bad", title: data.errors["form"] ?? "" });
    else if (data.marked) showToast(MARKED_AS_READ);
  }, [data]);
}
