/** The account screens' fallback after a network error: a toast, and the form with its input. */
import { withOfflineFallback, withoutSecrets } from "../platform/http/network-error.ts";
import { UNEXPECTED, type Problem } from "./account-messages.ts";

/** `problem` is shown where the server gave no message; the server's message replaces its text. */
export function withProblemToast<Result>(
  request: Request,
  serverAction: () => Promise<Result>,
  problem: Problem,
) {
  return withOfflineFallback(request, serverAction, ({ message }, input, key) => ({
    errors: {} as Record<string, string>,
    values: withoutSecrets(input),
    key,
    problem: message ? { ...problem, text: message } : problem,
  }));
}

export type LogoutFailed = { problem: Problem };

/** A sign-out that did not reach the server: the page stays as it is, and the person signed in. */
export function withLogoutError<Result>(request: Request, serverAction: () => Promise<Result>) {
  return withOfflineFallback(request, serverAction, ({ message }): LogoutFailed => ({
    problem: { title: "Logout Error", text: message ?? UNEXPECTED },
  }));
}
