/** Runs declared operations for a resource route, such as a download. */
import type { RouterContextProvider } from "react-router";
import { servicesContext } from "../context.ts";
import type { AnyOperation } from "../operations/operation.server.ts";
import { refusalPage } from "./form.server.ts";

/**
 * Returns the operation's result, or throws its refusal as the response. No idempotency key is passed, so it must be
 * harmless to run the operation twice.
 */
export async function receiveOrThrow<Actor, Out extends { ok: true }>(
  operation: AnyOperation<Actor, Out>,
  context: Readonly<RouterContextProvider>,
  actor: Actor,
  sent: unknown,
): Promise<Out> {
  const out = await operation.receive(context.get(servicesContext), actor, sent, "");
  if (!out.ok) throw refusalPage(out);
  return out;
}
