/** The refusals of a feature. Each has a reason for programs and an English text for people. */
import { type Code, type FieldErrors, type Refusal } from "../http/result.ts";

/** The message of a refusal. A text without field names is about the whole form. */
type Message = string | FieldErrors;
// The parameter's type is `never`, so that each message can have a parameter of its own type.
type Messages = Record<string, Message | ((values: never) => Message)>;
type Values<M> = M extends (values: infer V) => Message ? [values: V] : [];

/**
 * Makes a function from a table of messages. The function refuses with one of the table's reasons: `refuse("invalid",
 * "more_than_owed", { owedKobo })`. Each feature has one table, in its `messages.ts`. A value named `retryAfterSeconds`
 * also becomes the refusal's own `retryAfterSeconds`. `reasons` lists the reasons of the table. With the annotation
 * below, the bundler leaves an unused table out of a page's code.
 */
/* @__NO_SIDE_EFFECTS__ */
export function refusals<M extends Messages>(messages: M) {
  const refuseBy = <C extends Code, R extends keyof M & string>(
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
  return Object.assign(refuseBy, { reasons: Object.keys(messages) });
}
