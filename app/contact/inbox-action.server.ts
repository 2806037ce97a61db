/** The actions of the inbox: marking a message read, and replying to it. */
import { redirect, type RouterContextProvider } from "react-router";
import { servicesContext } from "../platform/context.ts";
import { actionError, checkForm, type SentForm } from "../platform/http/form.server.ts";
import { redirectWithToast } from "../platform/http/toast.server.ts";
import { replyForm } from "./contact-form.ts";
import { markRead, MESSAGE_GONE, replyToMessage } from "./inbox.server.ts";
import { MARKED_AS_READ } from "./marked-as-read.ts";
import { uuidParam } from "../platform/http/uuid.ts";
import { adminContext } from "../auth/principal-context.ts";

/**
 * Answers with a redirect to where the person was (`back`: the query) and a toast, or with why it was refused. To `opened`
 * it answers what it did.
 */
export async function changeInbox(context: Readonly<RouterContextProvider>, form: SentForm, back: string) {
  const services = context.get(servicesContext);
  const admin = context.get(adminContext);
  const id = uuidParam(form.rawValues["id"]);
  if (!id) return actionError(MESSAGE_GONE, form);
  if (form.rawValues["intent"] === "reply") {
    const checked = checkForm(replyForm, form);
    if (!checked.ok) return checked.response;
    const sent = await replyToMessage(services, admin, id, checked.input.body, form.key);
    if (!sent.ok) return actionError(sent, form);
    return redirectWithToast(services, `/admin/contacts${back}`, {
      tone: "good",
      title: "Reply sent",
      text: "It will be emailed within seconds.",
    });
  }
  const marked = await markRead(services, admin, id);
  if (!marked.ok) return actionError(marked, form);
  // Opened in a page that runs: it stays where it is and shows the toast itself.
  if (form.rawValues["intent"] === "opened") return { marked: marked.changed };
  if (!marked.changed) return redirect(`/admin/contacts${back}`);
  return redirectWithToast(services, `/admin/contacts${back}`, MARKED_AS_READ);
}
