/** DEED-5: accepts deeds of an enrolled device, even without a shift and for some days after a revocation. */
import { data } from "react-router";
import type { Route } from "./+types/deeds.route";
import { senderContext } from "../../access/phone-context.ts";
import { servicesContext } from "../../platform/context.ts";
import { plainInput } from "../../text/plain-input.ts";
import { sentSchema } from "./deed-schema.ts";
import { receiveDeeds } from "./take-deeds.server.ts";

export function loader() {
  throw data("There is nothing to read here.", { status: 404 });
}

export async function action({ request, context }: Route.ActionArgs) {
  const sent = sentSchema.safeParse(plainInput(await request.json().catch(() => null)));
  if (!sent.success) throw data("Send a JSON object of the protocol.", { status: 400 });
  return Response.json(
    await receiveDeeds(context.get(servicesContext), context.get(senderContext), sent.data),
  );
}
