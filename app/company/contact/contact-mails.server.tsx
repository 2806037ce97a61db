/** Mails about contact messages: a new message goes to the company and the writer, a reply to the writer. */
import { eq } from "drizzle-orm";
import type { MailText } from "../../notifications/mail-worker.server.ts";
import { contactMessages, contactReplies } from "../../platform/db/schema.ts";
import { formatDateTime } from "../../domain/dates.ts";
import { formatPhone } from "../../domain/phone.ts";
import { MailButton, MailFacts, mailHtml, mailText } from "../../platform/mail/layout.tsx";
import { withoutLinks } from "../../platform/mail/unlinked.ts";

const paragraphs = (text: string) =>
  text.split(/\n{2,}/).map((part, at) => (
    <p key={at} style={{ whiteSpace: "pre-line" }}>
      {part}
    </p>
  ));

export const contactReceivedMail: MailText<"contact_received"> = async (services, { messageId }) => {
  const { db, origin } = services;
  const [row] = await db.select().from(contactMessages).where(eq(contactMessages.id, messageId));
  const company = await services.company();
  const [address] = company.emails;
  // Without a company email address, only the back office shows the message.
  if (!row || !address) return null;
  const link = `${origin}/admin/contacts?view=${row.id}`;
  const message = withoutLinks(row.message);
  const facts: [string, string][] = [
    ["From", withoutLinks(`${row.name} (${row.email})`)],
    ...(row.phone ? [["Phone", formatPhone(row.phone)] as [string, string]] : []),
    ["Received", formatDateTime(row.createdAt)],
  ];
  return {
    to: { name: company.name, address },
    replyTo: row.email,
    subject: `${row.subject}: ${withoutLinks(row.name)}`,
    text: mailText(company, [facts, message, `Reply in the back office: ${link}`]),
    html: mailHtml(
      company,
      row.subject,
      message.slice(0, 90),
      <>
        <MailFacts rows={facts} />
        {paragraphs(message)}
        <MailButton href={link}>Reply in the back office</MailButton>
      </>,
    ),
  };
};

/**
 * CONTACT-2: tells the writer that their message arrived. The email address may belong to a stranger. The
 * mail therefore repeats nothing that was typed, not even the name, and says what to do if somebody else
 * wrote.
 */
export const contactCopyMail: MailText<"contact_copy"> = async (services, { messageId }) => {
  const { db } = services;
  const [row] = await db.select().from(contactMessages).where(eq(contactMessages.id, messageId));
  if (!row) return null;
  const company = await services.company();
  const [answerTo] = company.emails;
  const news = `We got a message that was sent from our website on ${formatDateTime(row.createdAt)}, with this email address as the sender's. We will answer it by email.`;
  const foot = answerTo
    ? "It was not you? Reply to this email and say so, and we will not answer here."
    : `It was not you? Say so at ${services.origin}/contact, and we will not answer here.`;
  return {
    to: { name: "", address: row.email },
    ...(answerTo && { replyTo: answerTo }),
    subject: `We got your message to ${company.name}`,
    text: mailText(company, ["Hello,", news, foot]),
    html: mailHtml(
      company,
      "We got your message",
      "We will answer it by email",
      <>
        <p>Hello,</p>
        <p>{news}</p>
        <p>{foot}</p>
      </>,
    ),
  };
};

export const contactReplyMail: MailText<"contact_reply"> = async (services, { replyId }) => {
  const [row] = await services.db
    .select({ reply: contactReplies, message: contactMessages })
    .from(contactReplies)
    .innerJoin(contactMessages, eq(contactMessages.id, contactReplies.messageId))
    .where(eq(contactReplies.id, replyId));
  if (!row) return null;
  // The mail has the staff's reply unchanged. The writer's quoted message is changed, so that no URL or email
  // address becomes a link.
  const { reply, message } = row;
  const name = withoutLinks(message.name);
  const quoted = withoutLinks(message.message);
  const company = await services.company();
  const asked = `You wrote on ${formatDateTime(message.createdAt)}:`;
  return {
    to: { name, address: message.email },
    ...(company.emails[0] && { replyTo: company.emails[0] }),
    subject: `Re: ${message.subject}`,
    text: mailText(company, [`Hello ${name},`, reply.body, asked, quoted.replace(/^/gm, "> ")]),
    html: mailHtml(
      company,
      `Re: ${message.subject}`,
      reply.body.slice(0, 90),
      <>
        <p>Hello {name},</p>
        {paragraphs(reply.body)}
        <p style={{ color: "#5C5546" }}>{asked}</p>
        <div style={{ borderLeft: `4px solid ${company.colour}`, paddingLeft: 12, color: "#5C5546" }}>
          {paragraphs(quoted)}
        </div>
      </>,
    ),
  };
};
