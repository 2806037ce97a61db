/** MAIL-5: staff allow mail to a refused email address again. */
import * as z from "zod";
import type { Admin } from "../../access/actor.ts";
import { staff } from "../../access/by.server.ts";
import { recordActivity } from "../../access/record-activity.server.ts";
import { refusedKey } from "../../domain/refused-address.ts";
import { sendHeldMails } from "../../notifications/mail-again.server.ts";
import { button, type FormButton } from "../../platform/http/form-action.server.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { refuse } from "./messages.ts";

/**
 * Allows mail to a refused address again, and sends its waiting mails. Refuses an address that is not marked as
 * refused, for example because a colleague was faster. The next refusal by the mail server marks the address again.
 */
export const mailAgain = operation({
  name: "system.mail_again",
  by: staff("sendMessages"),
  keyless: true,
  input: z.object({ address: z.string().max(320).default("") }),
  run: async ({ services, tx, actor, at }, { address }) => {
    const count = await sendHeldMails(tx, services.jobs, [refusedKey(address)]);
    if (count === 0) return refuse("not_found", "not_refused");
    // Rows of the log are kept for years, so this row does not have the address.
    await recordActivity(tx, actor, at, {
      action: "mail_again",
      description: "Emails to an address that was refused are tried again",
      entityType: "mail",
    });
    return { ok: true as const };
  },
});

export const MAIL_AGAIN: FormButton<Admin> = button({
  operation: mailAgain,
  done: () => ({
    tone: "good",
    title: "We try this address again",
    text: "If its mail server refuses it again, this page says so within a minute.",
  }),
});
