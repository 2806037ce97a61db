/** Makes the action of a page with forms. A table contains the operation and the success message of each button. */
import { data, redirect, type ActionFunctionArgs, type RouterContextProvider } from "react-router";
import { GUEST } from "../../ui/device-owner.ts";
import { keptFormContext, ownerContext, servicesContext, type KeptForm } from "../context.ts";
import type { AnyOperation } from "../operations/operation.server.ts";
import type { Services } from "../services.server.ts";
import {
  actionError,
  newIdempotencyKey,
  readForm,
  UNKNOWN_BUTTON,
  withActionError,
  type RawValues,
  type SentForm,
  type Unforeseen,
} from "./form.server.ts";
import { NOT_SAVED, refusalText, refuse, type ActionResult, type Refusal } from "./result.ts";
import { redirectWithToast, type NewToast } from "./toast.server.ts";

type Done = { ok: true };
type Context = Readonly<RouterContextProvider>;
type Params = Readonly<Record<string, string | undefined>>;
/** The values that a button's functions get if they depend on the URL, the fields or the sender of the form. */
export type SentToAction = {
  services: Services;
  request: Request;
  params: Params;
  context: Context;
  form: SentForm;
};

type FormError = ReturnType<typeof actionError>;

type Leading<Out> = {
  /** The toast after success: a text is its title, and null means no toast. */
  done: string | ((out: Out, form: SentForm) => NewToast | null);
  /** Returns the path of the page after success, if it differs from the path for the page's other buttons. */
  to?: (out: Out, params: Params, sent: SentToAction) => string | Promise<string>;
};
/** A button that makes its own response after success: data for the same page, or a redirect with cookies. */
type Responding<Out, Data> = { respond: (out: Out, sent: SentToAction) => Data | Promise<Data> };

type Refused<Data> = FormError | NoInfer<Data>;

export type FormButton<Actor, Data = never, Out extends Done = Done & Record<string, unknown>> = {
  operation: AnyOperation<Actor, Out>;
  /** Stores the form's file, if there is one, before `operation`. The returned fields are added to the form. */
  upload?: AnyOperation<Actor, { ok: true; fields: RawValues }>;
  /** One message that replaces the messages for invalid fields. It is for forms in which nobody types a value. */
  wrong?: string;
  /** Makes the response to a refusal; by default the form with its errors. */
  refused?: (refusal: Refusal, form: SentForm, sent: SentToAction) => Refused<Data> | Promise<Refused<Data>>;
  /** Makes the data after a refusal or an unexpected error, for a page that shows no errors in its form. */
  shown?: (refused: FormError, form: SentForm, sent: SentToAction) => Data | Promise<Data>;
  /** The message after an unexpected error, if it differs from the message of the page's other buttons. */
  failed?: string | Unforeseen;
} & (Leading<Out> | Responding<Out, Data>);

/** A page's buttons by their value (`intent`). The key of a single button is "". */
export type Buttons<Actor, Data = never> = Readonly<Record<string, FormButton<Actor, Data>>>;

/** Declares a button whose functions use the result of the button's operation. */
export const button = <Actor, Out extends Done, Data = never>(one: FormButton<Actor, Data, Out>) =>
  // The buttons of a table have different operations, so the type of the operation's result is dropped here.
  one as unknown as FormButton<Actor, Data>;

export type FormPage<Actor, Data = never> = {
  actor: (context: Context) => Actor;
  buttons: Buttons<Actor, Data>;
  /** Returns input from the URL and the middleware. This input overrides form fields with the same names. */
  of?: (
    params: Params,
    at: { request: Request; context: Context },
  ) => Record<string, string> | Promise<Record<string, string>>;
  to: (params: Params, sent: SentToAction) => string;
  /** The message after an unexpected error; by default `NOT_SAVED`. */
  failed?: string | Unforeseen;
  /** True for a route without a page. A refusal is then the whole response, unless the button handles refusals. */
  resource?: true;
};

/** Makes the action of a page. A form with an unknown button gets a 400 and has no effect. */
export function formAction<Actor, Data = never>(page: FormPage<Actor, Data>) {
  const { actor, buttons, of, to, failed = NOT_SAVED } = page;
  const orWhole = (refused: FormError): FormError => {
    if (!page.resource) return refused;
    const { errors, problem } = refused.data;
    throw data(problem?.text ?? refusalText({ errors }), refused.init ?? {});
  };
  return async ({ request, params, context }: Pick<ActionFunctionArgs, "request" | "params" | "context">) => {
    const services = context.get(servicesContext);
    const kept = context.get(keptFormContext);
    const form = kept ? keptForm(kept) : await readForm(request);
    const sent = { services, request, params, context, form };
    const { intent = "" } = form.rawValues;
    const pressed = Object.hasOwn(buttons, intent) ? buttons[intent] : undefined;
    if (kept) {
      const again = shownAgain(form, kept.files);
      return pressed?.shown ? pressed.shown(again, form, sent) : again;
    }
    if (form.owner && isAnother(form.owner, context.get(ownerContext)))
      return orWhole(actionError(refuse("conflict", OTHER_PERSON), { rawValues: {}, key: form.key }));
    if (!pressed) return orWhole(actionError(refuse("invalid", UNKNOWN_BUTTON), form));
    const said = pressed.failed ?? failed;
    const unforeseen = typeof said === "string" ? { text: said } : said;
    const result = await withActionError(services, form, unforeseen, async () => {
      const sender = actor(context);
      const input = { ...form.rawValues, ...form.files, ...(await of?.(params, { request, context })) };
      if (pressed.upload && Object.keys(form.files).length > 0) {
        const uploaded = await pressed.upload.receive(services, sender, input, form.key);
        if (!uploaded.ok) return refusedForm(pressed, uploaded, form);
        for (const fields of [input, form.rawValues]) Object.assign(fields, uploaded.fields);
      }
      const out = await pressed.operation.receive(services, sender, input, form.key);
      if (!out.ok && pressed.refused) return { response: await pressed.refused(out, form, sent) };
      if (!out.ok) return refusedForm(pressed, out, form);
      return { response: await doneResponse(pressed, out, sent, to) };
    });
    if ("response" in result) return result.response;
    return pressed.shown ? pressed.shown(result, form, sent) : orWhole(result);
  };
}

const OTHER_PERSON =
  "This form was opened by another person who was signed in on this device. Nothing was changed. Load the page again.";
const isAnother = (whose: string, owner: string) => owner !== GUEST && whose !== GUEST && whose !== owner;

const KEPT =
  "You had been signed out. This is what you typed, and nothing was saved yet: check it and send it.";
const FILES_AGAIN = " Choose pictures and files again.";
const keptForm = ({ values, key }: KeptForm): Awaited<ReturnType<typeof readForm>> => ({
  rawValues: values,
  key: key || newIdempotencyKey(),
  files: {},
  owner: null,
});
/**
 * KEEP-1: shows a kept form after the sign-in, with a message that nothing was saved yet. A form that belongs to
 * another person has no values (settleKept in access/kept-forms.server.ts), so it is shown empty and without the
 * message.
 */
function shownAgain(form: SentForm, files: boolean): FormError {
  const isOwn = Object.keys(form.rawValues).length > 0;
  const result: ActionResult = {
    errors: isOwn ? { form: KEPT + (files ? FILES_AGAIN : "") } : {},
    values: form.rawValues,
    key: form.key,
    problem: null,
  };
  return data(result, { status: 200 });
}

async function doneResponse<Actor, Data>(
  pressed: FormButton<Actor, Data>,
  out: Done & Record<string, unknown>,
  sent: SentToAction,
  to: FormPage<Actor>["to"],
) {
  const { services, params, form } = sent;
  if ("respond" in pressed) return pressed.respond(out, sent);
  const path = (await pressed.to?.(out, params, sent)) ?? to(params, sent);
  const toast = typeof pressed.done === "string" ? good(pressed.done) : pressed.done(out, form);
  return toast ? redirectWithToast(services, path, toast) : redirect(path);
}

const refusedForm = <Actor, Data>({ wrong }: FormButton<Actor, Data>, out: Refusal, form: SentForm) =>
  actionError(out.code === "invalid" && wrong ? refuse("invalid", wrong) : out, form);

const good = (title: string): NewToast => ({ tone: "good", title });
