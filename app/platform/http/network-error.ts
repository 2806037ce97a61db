/**
 * Handles failed forms in the browser. Only a network error or a timeout counts as offline; after any other failure the
 * page shows the server's message. React Router throws a 403, 404, 413 or 423 as `ErrorResponse`, not as `Response`.
 */
import isFetchError from "is-network-error";
import { data, isRouteErrorResponse, type useActionData } from "react-router";
import { responseMessage } from "../../ui/status-messages.ts";
import { NOT_SAVED, withoutSecrets, type ActionResult, type Problem } from "./result.ts";

type Input = Record<string, string>;

/** `message` is the server's text; null if the server did not respond, or responded without a text. */
export type Failure = { offline: boolean; status: number; message: string | null };

const TIMEOUT_MS = 30_000;

/**
 * True if no complete response of this server arrived. There may be no connection, a timeout, a truncated body, or a
 * page from a proxy.
 */
export function isNetworkError(error: unknown): boolean {
  if (isFetchError(error)) return true;
  if (isRouteErrorResponse(error)) return error.status === 408;
  return error instanceof Error && (error.name === "TimeoutError" || /turbo-stream/.test(error.message));
}

function failureOf(error: unknown): Failure {
  if (isNetworkError(error)) return { offline: true, status: 503, message: null };
  if (isRouteErrorResponse(error))
    return { offline: false, status: error.status, message: responseMessage(error.status, error.data) };
  return { offline: false, status: 500, message: null };
}

/** True for responses that replace the whole page: redirects, the site lock and "Access Restricted". */
function hasOwnPage(error: unknown): boolean {
  if (error instanceof Response) return true;
  return (
    isRouteErrorResponse(error) &&
    (error.status === 423 || (typeof error.data === "object" && error.data !== null))
  );
}

/**
 * Runs a form's action on the server. After a failure, `fallback` makes the action's data from the input and the form's
 * idempotency key. Because of this key the form counts only once, even if it is sent again. A form with a file passes
 * `timeoutMs: null` to have no time limit.
 */
export async function withOfflineFallback<Result, Fallback>(
  request: Request,
  serverAction: () => Promise<Result>,
  fallback: (failure: Failure, input: Input, key: string) => Fallback | Promise<Fallback>,
  { timeoutMs = TIMEOUT_MS }: { timeoutMs?: number | null } = {},
) {
  const form = await request.clone().formData();
  const input = Object.fromEntries(
    [...form].map(([name, value]) => [name, typeof value === "string" ? value : ""]),
  );
  try {
    return await withTimeout(serverAction(), timeoutMs);
  } catch (error) {
    if (hasOwnPage(error)) throw error;
    const failure = failureOf(error);
    // The data is returned with the error's status, because after an error status the router does not reload the page's
    // data.
    return data(await fallback(failure, input, input["idempotencyKey"] ?? ""), { status: failure.status });
  }
}

/**
 * Runs a form's action. After a failure the page keeps the form and shows the server's message, or `shown` if there is
 * none. If `shown` is a text, the message is above the form; if `shown` is a problem, the message is a toast.
 */
export function withFormError<Result>(
  request: Request,
  serverAction: () => Promise<Result>,
  shown: string | Problem = NOT_SAVED,
  options?: { timeoutMs?: number | null },
) {
  return withOfflineFallback(
    request,
    serverAction,
    ({ message }, input, key): ActionResult => {
      const form = { values: withoutSecrets(input), key };
      if (typeof shown === "string") return { ...form, errors: { form: message ?? shown }, problem: null };
      return { ...form, errors: {}, problem: message ? { ...shown, text: message } : shown };
    },
    options,
  );
}

type DataOf<Action> = Exclude<ReturnType<typeof useActionData<Action>>, undefined>;

/** Makes the `clientAction` of a page that uses `withFormError`. */
export const formClientAction =
  <Action>(...shown: [shown?: string | Problem, options?: { timeoutMs?: number | null }]) =>
  ({ request, serverAction }: { request: Request; serverAction: () => Promise<DataOf<Action>> }) =>
    withFormError(request, serverAction, ...shown);

function withTimeout<T>(work: Promise<T>, ms: number | null): Promise<T> {
  if (ms === null) return work;
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new DOMException("no response", "TimeoutError")), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
