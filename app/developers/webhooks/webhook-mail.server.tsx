/** HOOK-4: the mail about a webhook endpoint that was switched off. */
import { eq } from "drizzle-orm";
import type { MailText } from "../../notifications/mail-worker.server.ts";
import { profiles, webhookEndpoints } from "../../platform/db/schema.ts";
import { letter } from "../../platform/mail/letter.tsx";
import { withoutLinks } from "../../platform/mail/unlinked.ts";
import { developersPath } from "../endpoints/developers-path.ts";
import { ownerOfRow } from "../../access/key-owner.server.ts";

/** Null if the endpoint is deleted or enabled again: then no mail is sent. */
export const webhookDisabledMail: MailText<"webhook_disabled"> = async (services, { endpointId }) => {
  const [row] = await services.db
    .select({ endpoint: webhookEndpoints, name: profiles.fullName, email: profiles.email })
    .from(webhookEndpoints)
    .innerJoin(profiles, eq(profiles.id, webhookEndpoints.userId))
    .where(eq(webhookEndpoints.id, endpointId));
  if (!row || row.endpoint.enabled) return null;
  return letter(
    await services.company(),
    { name: row.name ?? "", address: row.email },
    {
      title: "A webhook endpoint was switched off",
      news: "Your server took none of our messages for five days, or said that it is gone. We stopped sending to it.",
      more: [
        [["Address", withoutLinks(row.endpoint.url)]],
        "Switch it on again with the API, then replay what you missed. We keep messages for 30 days.",
      ],
      button: {
        text: "Developers",
        href: services.origin + developersPath(ownerOfRow(row.endpoint).kind),
      },
    },
  );
};
