import type { Route } from "./+types/mailbox-json.route";
import { readMailbox, requireMailbox } from "./mailbox.server.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const services = requireMailbox(context);
  return Response.json(await readMailbox(services));
}
