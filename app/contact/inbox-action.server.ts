/** The actions of the inbox: marking a message read, and replying to it. */
import { redirect, type RouterContextProvider } from "react-router";
import { refusal } from "../domain/roles.ts";
import { servicesContext } from "../platform/context.ts";
import { check, validationError, refuseKeyUsed, type RawValues } from "../platform/http/form.server.ts";
import { toastCookie } from "../platform/http/toast.server.ts";
import { replyForm } from "./contact-form.ts";
import { markRead, replyToMessage } from "./inbox.server.ts";
import { NOT_UPDATED } from "../domain/contact-subjects.ts";
import { uuidParam } from "../platform/http/uuid.ts";
import { adminContext } from "../auth/principal-context.ts";

/** Redirects to where the person was (`back`: the query) with a toast, or returns why it was refused. */
export async function changeInbox(
  context: Readonly<RouterContextProvider>,
  rawValues: RawValues,
  key: string,
  back: string,
) {
  const services = context.get(servicesContext);
  const admin = context.get(adminContext);
  const id = uuidParam(rawValues["id"]);
  const gone = () =>
    validationError({ form: "This message was removed or the link is wrong." }, rawValues, key, 404);
  if (!id) return gone();
  if (rawValues["intent"] === "reply") {
    const checked = check(replyForm, rawValues);
    if (!checked.ok) return validationError(checked.errors, rawValues, key);
    const result = await replyToMessage(services, admin, id, checked.input.body, key);
    if (!result.ok && result.reason === "key-used")
      return refuseKeyUsed(
        "This form has sent a reply before, with other words. What stands here is not sent. Send it again, and it goes out as a second reply.",
        rawValues,
      );
    if (!result.ok)
      return result.reason === "not-found"
        ? gone()
        : validationError({ form: refusal(admin.role, "replyToContact")! }, rawValues, key, 403);
    return redirect(`/admin/contacts${back}`, {
      headers: {
        "Set-Cookie": await toastCookie({
          tone: "good",
          title: "Reply sent",
          text: "It goes out by e-mail within seconds.",
        }),
      },
    });
  }
  const result = await markRead(services, admin, id);
  if (!result.ok) {
    if (result.reason === "not-found") return gone();
    return validationError(
      { form: `${NOT_UPDATED} ${refusal(admin.role, "markContactRead")}` },
      rawValues,
      key,
      403,
    );
  }
  return redirect(`/admin/contacts${back}`, {
    headers: result.changed
      ? {
          "Set-Cookie": await toastCookie({
            tone: "good",
            title: "Marked as Read",
            text: "Contact message marked as read.",
          }),
        }
      : undefined,
  });
}
