/** The refusals of a feature: each has a reason, which programs read, and the English text that people read. */
import { type Code, type FieldErrors, type Refusal } from "../http/result.ts";

/** A message of a refusal. If it is only a text, it is about the form as a whole. */
type Message = string | FieldErrors;
// The parameter has the type `never`, so that each message may have a parameter of its own type.
type Messages = Record<string, Message | ((values: never) => Message)>;
type Values<M> = M extends (values: infer V) => Message ? [values: V] : [];

/**
 * Makes a function from a table of messages. It refuses with one of the reasons in the table: `refuse("invalid",
 * "more_than_owed", { owedKobo })`. Each feature has one table, in its `messages.ts`. A value named `retryAfterSeconds`
 * also becomes the refusal's own `retryAfterSeconds`. The mark below lets the bundler leave out, of a page that only needs
 * another text of the file, the table with its sentences.
 */
/* @__NO_SIDE_EFFECTS__ */
export function refusals<M extends Messages>(messages: M) {
  return <C extends Code, R extends keyof M & string>(
    code: C,
    reason: R,
    ...values: Values<M[R]>
  ): Refusal<C> => {
    const message: Messages[string] = messages[reason]!;
    const text = typeof message === "function" ? message(values[0] as never) : message;
    const wait = (values[0] as { retryAfterSeconds?: number } | undefined)?.retryAfterSeconds;
    const refusal = {
      ok: false as const,
      code,
      reason,
      errors: typeof text === "string" ? { form: text } : text,
    };
    return wait === undefined ? refusal : { ...refusal, retryAfterSeconds: wait };
  };
}
