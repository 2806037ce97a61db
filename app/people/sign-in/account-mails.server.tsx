/** The text of the mail with a link: the link's purpose, its recipient, who requested it, and its time limit. */
import { eq } from "drizzle-orm";
import type { MailText } from "../../notifications/mail-worker.server.ts";
import { emailLinks, passwords, profiles } from "../../platform/db/schema.ts";
import { formatDateTime } from "../../domain/dates.ts";
import { MailButton, MailFacts, mailHtml, mailText } from "../../platform/mail/layout.tsx";
import { withoutLinks } from "../../platform/mail/unlinked.ts";
import { tokenOfLink } from "./email-links.server.ts";
import { LINK_HOURS, type LinkPurpose } from "../../domain/link-purpose.ts";

type Words = { subject: string; title: string; lead: string; button: string };

const WORDS: Record<LinkPurpose, Words> = {
  sign_in: {
    subject: "Your sign-in link",
    title: "Sign in to {company}",
    lead: "Press the button to sign in. No password needed.",
    button: "Sign in",
  },
  sign_up: {
    subject: "Confirm your email address",
    title: "Welcome to {company}",
    lead: "Press the button to confirm your email and finish your account.",
    button: "Confirm and continue",
  },
  store_sign_in: {
    subject: "Your store sign-in link",
    title: "Sign in to your store",
    lead: "Press the button to open your store dashboard. No password needed.",
    button: "Open my dashboard",
  },
  store_sign_up: {
    subject: "Confirm your store registration",
    title: "Confirm your store",
    lead: "Press the button to confirm your email and register your store. Your dashboard opens next.",
    button: "Register my store",
  },
  password_reset: {
    subject: "Reset your password",
    title: "Choose a new password",
    lead: "Press the button to choose a new password for the back office.",
    button: "Reset password",
  },
};

/** Writes the mail with a link. Null if the link is used or ended, or if the person has no password to reset. */
export const emailLinkMail: MailText<"email_link"> = async (services, { linkId }) => {
  const { db, origin } = services;
  const [link] = await db.select().from(emailLinks).where(eq(emailLinks.id, linkId));
  if (!link || link.usedAt || link.expiresAt <= services.now()) return null;
  const [person] = await db
    .select({ fullName: profiles.fullName, hasPassword: passwords.userId })
    .from(profiles)
    .leftJoin(passwords, eq(passwords.userId, profiles.id))
    .where(eq(profiles.email, link.email));
  if (link.purpose === "password_reset" && !person?.hasPassword) return null;

  const company = await services.company();
  const { subject, lead, button, ...words } = WORDS[link.purpose];
  const title = words.title.replace("{company}", company.name);
  const path = link.purpose === "password_reset" ? "/reset-password" : "/auth-callback";
  const href = `${origin}${path}?code=${tokenOfLink(services, link.id)}`;
  const facts: [string, string][] = [
    ["Account", link.email],
    ["Requested", formatDateTime(link.createdAt)],
    ...(link.askedFrom ? [["From", `IP address ${link.askedFrom}`] as [string, string]] : []),
    ["Valid", `once, for ${LINK_HOURS} hours, until ${formatDateTime(link.expiresAt)}`],
  ];
  const calm = "You did not ask for this email? Ignore it. Never forward it.";
  return {
    // LINK-14: the greeting uses the profile name of the person who owns the email address. It never uses a name that
    // a stranger typed.
    to: { name: withoutLinks(person?.fullName ?? ""), address: link.email },
    subject,
    text: mailText(company, [title, lead, `${button}: ${href}`, facts, calm]),
    html: mailHtml(
      company,
      title,
      `${lead} The link works once, for ${LINK_HOURS} hours.`,
      <>
        <p>{lead}</p>
        <MailButton href={href}>{button}</MailButton>
        <MailFacts rows={facts} />
        <p style={{ marginTop: 24 }}>{calm}</p>
        <p style={{ fontSize: 13, lineHeight: "20px", color: "#5C5546" }}>
          If the button does not work, copy this address into your browser:{" "}
          <span style={{ wordBreak: "break-all" }}>{href}</span>
        </p>
      </>,
    ),
  };
};
