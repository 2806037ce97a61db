/** The form's door to declared operations: a table names the operation of each button, and what is shown when it is done. */
import { data, redirect, type ActionFunctionArgs, type RouterContextProvider } from "react-router";
import { servicesContext } from "../context.ts";
import type { AnyOperation } from "../operations/operation.server.ts";
import type { Services } from "../services.server.ts";
import {
  actionError,
  readForm,
  UNKNOWN_BUTTON,
  withActionError,
  type RawValues,
  type SentForm,
  type Unforeseen,
} from "./form.server.ts";
import { NOT_SAVED, refusalText, refuse, type Refusal } from "./result.ts";
import { redirectWithToast, type NewToast } from "./toast.server.ts";

type Done = { ok: true };
type Context = Readonly<RouterContextProvider>;
type Params = Readonly<Record<string, string | undefined>>;
/** The request of a form, for what depends on its address, its fields or its sender. */
export type Sent = { services: Services; request: Request; params: Params; context: Context; form: SentForm };

type FormError = ReturnType<typeof actionError>;

/** A button that goes to a page once it is done. */
type Leading<Out> = {
  /** The toast when it is done; a text is the title of a good one, null is none. */
  done: string | ((out: Out, form: SentForm) => NewToast | null);
  /** Where to go then, if not where the page's other buttons go. */
  to?: (out: Out, params: Params, sent: Sent) => string;
};
/** A button with a response of its own: data for a page that stays, or a redirect with cookies. */
type Responding<Out, Data> = { respond: (out: Out, sent: Sent) => Data | Promise<Data> };

type Refused<Data> = FormError | NoInfer<Data>;

export type Button<Actor, Data = never, Out extends Done = Done & Record<string, unknown>> = {
  operation: AnyOperation<Actor, Out>;
  /** Comes first where the form carries a file: the fields that it returns are the form's from then on. */
  upload?: AnyOperation<Actor, { ok: true; fields: RawValues }>;
  /** Said instead of the messages of fields that nobody types. */
  wrong?: string;
  /** The response to a refusal, where the form with its errors is not enough. */
  refused?: (refusal: Refusal, form: SentForm, sent: Sent) => Refused<Data> | Promise<Refused<Data>>;
  /** What a page that shows no errors in its form gets instead, of a refusal and of what nobody foresaw. */
  shown?: (refused: FormError, form: SentForm, sent: Sent) => Data | Promise<Data>;
  /** Said when something nobody foresaw goes wrong, if not what the page's other buttons say. */
  failed?: string | Unforeseen;
} & (Leading<Out> | Responding<Out, Data>);

/** By the value of the button (`intent`); a page with one button has it under "". */
export type Buttons<Actor, Data = never> = Readonly<Record<string, Button<Actor, Data>>>;

/** A button that reads what its operation returned. */
export const button = <Actor, Out extends Done, Data = never>(one: Button<Actor, Data, Out>) =>
  // A door knows nothing of `Out`: each button is given what its own operation returns.
  one as unknown as Button<Actor, Data>;

export type FormPage<Actor, Data = never> = {
  actor: (context: Context) => Actor;
  buttons: Buttons<Actor, Data>;
  /** What the URL and the page's middleware say: it wins over fields of the same name. */
  of?: (
    params: Params,
    at: { request: Request; context: Context },
  ) => Record<string, string> | Promise<Record<string, string>>;
  /** Where to go when it is done. */
  to: (params: Params, sent: Sent) => string;
  /** Said when something nobody foresaw goes wrong, if not `NOT_SAVED`. */
  failed?: string | Unforeseen;
  /** A route without a page: a refusal that no button responds to is the whole response. */
  resource?: true;
};

/** The action of a page with forms. An unknown button is a 400, and nothing is done. */
export function formAction<Actor, Data = never>(page: FormPage<Actor, Data>) {
  const { actor, buttons, of, to, failed = NOT_SAVED } = page;
  const orWhole = (refused: FormError): FormError => {
    if (!page.resource) return refused;
    const { errors, problem } = refused.data;
    throw data(problem?.text ?? refusalText({ errors }), refused.init ?? {});
  };
  return async ({ request, params, context }: Pick<ActionFunctionArgs, "request" | "params" | "context">) => {
    const services = context.get(servicesContext);
    const form = await readForm(request);
    const sent = { services, request, params, context, form };
    const { intent = "" } = form.rawValues;
    const pressed = Object.hasOwn(buttons, intent) ? buttons[intent] : undefined;
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

function doneResponse<Actor, Data>(
  pressed: Button<Actor, Data>,
  out: Done & Record<string, unknown>,
  sent: Sent,
  to: FormPage<Actor>["to"],
) {
  const { services, params, form } = sent;
  if ("respond" in pressed) return pressed.respond(out, sent);
  const path = pressed.to?.(out, params, sent) ?? to(params, sent);
  const toast = typeof pressed.done === "string" ? good(pressed.done) : pressed.done(out, form);
  return toast ? redirectWithToast(services, path, toast) : redirect(path);
}

const refusedForm = <Actor, Data>({ wrong }: Button<Actor, Data>, out: Refusal, form: SentForm) =>
  actionError(out.code === "invalid" && wrong ? refuse("invalid", wrong) : out, form);

const good = (title: string): NewToast => ({ tone: "good", title });
