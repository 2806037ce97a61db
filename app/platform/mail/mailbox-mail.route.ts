import type { Route } from "./+types/mailbox-mail.route";
import { readMail, requireMailbox } from "./mailbox.server.ts";
import { uuidParam } from "../http/uuid.ts";

/** Shows a mail as a mail program would, in a sandbox that runs no scripts. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const services = requireMailbox(context);
  const id = uuidParam(params.id);
  const mail = id && (await readMail(services, id));
  if (!mail) return new Response("No such mail", { status: 404 });
  return new Response(mail.html, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy":
        "sandbox allow-popups allow-top-navigation-by-user-activation; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
      "X-Frame-Options": "SAMEORIGIN",
    },
  });
}
