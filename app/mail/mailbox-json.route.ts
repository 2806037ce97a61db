import type { Route } from "./+types/mailbox-json.route";
import { servicesContext } from "../context.ts";
import { readMailbox, requireMailbox } from "./mailbox.server.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  requireMailbox(services);
  return Response.json(await readMailbox(services));
}
