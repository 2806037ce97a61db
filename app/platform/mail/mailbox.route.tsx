/** /mailbox: shows all mails of an installation without a mail server. */
import type { Route } from "./+types/mailbox.route";
import { formatDateTime } from "../../domain/dates.ts";
import { PageHead } from "../../ui/page-head.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { PerforatedCard } from "../../ui/perforated-card.tsx";
import { readMailbox, requireMailbox } from "./mailbox.server.ts";
import { companyMeta } from "../http/page-meta.ts";

export const meta: Route.MetaFunction = (args) => companyMeta(args, "Mailbox");

export async function loader({ context }: Route.LoaderArgs) {
  const services = requireMailbox(context);
  return { mails: await readMailbox(services) };
}

/** Describes a mail, so that the accessible names of its controls differ from those of the other mails. */
const nameOf = ({ subject, to, sentAt }: Route.ComponentProps["loaderData"]["mails"][number]) =>
  `${subject}, to ${to}, ${formatDateTime(sentAt)}`;

export default function MailboxPage({ loaderData: { mails } }: Route.ComponentProps) {
  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-8">
      <PageHead title="Mailbox" text="No mail server is set, so mail is kept here instead of being sent." />
      {mails.length === 0 && (
        <EmptyState
          className="mt-6"
          title="No mail yet"
          text="Book a delivery or ask for a sign-in link; its mail appears here within seconds."
        />
      )}
      <ol className="mt-6 grid gap-4">
        {mails.map((mail) => (
          <li key={mail.id}>
            <PerforatedCard>
              <h2 className="font-display text-lg font-bold">{mail.subject}</h2>
              <p className="text-sm text-muted">
                To {mail.to}, {formatDateTime(mail.sentAt)}
              </p>
              <ul className="mt-3 grid gap-1">
                {mail.links.map((link) => (
                  <li key={link}>
                    <a
                      className="inline-flex min-h-11 items-center break-all underline underline-offset-4"
                      href={link}
                    >
                      {link}
                    </a>
                  </li>
                ))}
              </ul>
              <details className="mt-2">
                <summary
                  aria-label={`Plain text: ${nameOf(mail)}`}
                  className="min-h-11 cursor-pointer py-2 font-semibold"
                >
                  Plain text
                </summary>
                <pre className="overflow-x-auto text-sm whitespace-pre-wrap">{mail.text}</pre>
              </details>
              <a
                className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
                href={`/mailbox/${mail.id}`}
                aria-label={`As designed: ${nameOf(mail)}`}
              >
                As designed
              </a>
            </PerforatedCard>
          </li>
        ))}
      </ol>
    </div>
  );
}
