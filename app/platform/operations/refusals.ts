/** The refusals of a feature: each has a reason, which programs read, and the English text that people read. */
import { type Code, type FieldErrors, type Refusal } from "../http/result.ts";

/** A text alone is about the form as a whole. */
type Message = string | FieldErrors;
// `never` accepts any parameter of a message.
type Messages = Record<string, Message | ((values: never) => Message)>;
type Values<M> = M extends (values: infer V) => Message ? [values: V] : [];

/**
 * Makes the function that refuses with one of these reasons: `refuse("invalid", "more_than_owed", { owedKobo })`. A
 * feature's messages are in one table, its `messages.ts`. A value `retryAfterSeconds` is also the refusal's own.
 */
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
