/** Runs declared operations for a resource, such as a download. */
import type { RouterContextProvider } from "react-router";
import { servicesContext } from "../context.ts";
import type { AnyOperation } from "../operations/operation.server.ts";
import { refusalPage } from "./form.server.ts";

/** Returns the result, or throws the refusal as the response. No key is passed, so the operation must be repeatable. */
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
