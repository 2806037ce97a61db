/** Mails to who is paid out: the bank account changed. */
import type { Services } from "../platform/services.server.ts";
import { MailButton, MailFacts, mailHtml, mailText } from "../platform/mail/layout.tsx";
import type { RenderedMail } from "../platform/mail/rendered-mail.ts";
import { unlinked } from "../platform/mail/unlinked.ts";
import { contactOf, maskedOf } from "./payees.server.ts";

type MailServices = Pick<Services, "db" | "origin">;

/** The account to be paid out to was given or changed; null once the person or the account is gone. */
export async function payeeAccountMail(
  services: MailServices,
  payeeId: string,
): Promise<RenderedMail | null> {
  const contact = await contactOf(services.db, payeeId);
  const account = contact && maskedOf(contact.payee);
  if (!contact || !account) return null;
  const title = "Your bank account for settlements";
  const news =
    "We pay out to this account from now on. Was it not you? Call us at once, and sign out on every device.";
  const hello = `Hello ${unlinked(contact.name)},`;
  const facts: [string, string][] = [["Account", unlinked(account)]];
  const link = services.origin + contact.page;
  return {
    kind: "payee_account",
    to: { name: unlinked(contact.name), address: contact.address },
    subject: title,
    text: mailText([hello, news, facts, `Settlements: ${link}`]),
    html: mailHtml(
      title,
      news,
      <>
        <p>{hello}</p>
        <p>{news}</p>
        <MailFacts rows={facts} />
        <MailButton href={link}>See your settlements</MailButton>
      </>,
    ),
  };
}
