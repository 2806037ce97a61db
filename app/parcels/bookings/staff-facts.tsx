/** The facts on staff's page of a booking, with links to the next newer and older booking. */
import { formatAdminDateTime } from "../../domain/dates.ts";
import { BackLink } from "../../ui/back-link.tsx";
import { Breakable } from "../../ui/breakable.tsx";
import { Section } from "../../ui/section.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { staffFacts, type StaffFact } from "./booking-facts.ts";
import type { BookingDetails } from "./one-booking.server.ts";
import { PhoneLinks } from "./phone-links.tsx";

export function NeighbourLinks({ previous, next }: { previous: string | null; next: string | null }) {
  return (
    <nav aria-label="Bookings" className="flex flex-wrap gap-x-6 print:hidden">
      <BackLink to="/admin/bookings">All bookings</BackLink>
      <span className="ml-auto flex gap-x-6">
        <Neighbour code={previous} name="Previous" />
        <Neighbour code={next} name="Next" />
      </span>
    </nav>
  );
}

/** Draws a link to another booking. The link replaces the history entry, so that Back leads to the list. */
function Neighbour({ code, name }: { code: string | null; name: string }) {
  if (!code) return null;
  return (
    <TextLink to={`/admin/bookings/${code}`} replace aria-label={`${name} booking: ${code}`}>
      {name}
    </TextLink>
  );
}

export function StaffFacts({ found }: { found: BookingDetails }) {
  return (
    <div className="grid gap-8 md:grid-cols-2 lg:grid-cols-1 print:grid-cols-2">
      {staffFacts(found).map((part) => (
        <Part key={part.title} {...part} />
      ))}
    </div>
  );
}

function Part({ title, rows }: { title: string; rows: StaffFact[] }) {
  return (
    <Section title={title}>
      <dl className="border-t border-line">
        {rows.map(([name, value, phone]) => (
          <div
            key={name}
            className="grid grid-cols-[6rem_minmax(0,1fr)] items-baseline gap-3 border-b border-line py-2"
          >
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="wrap-anywhere whitespace-pre-wrap">
              {phone === undefined ? (
                <Breakable text={value ?? ""} />
              ) : (
                <PhoneLinks phone={value ?? ""} e164={phone} whose={title} />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

export function SentMails({ mails }: Pick<BookingDetails, "mails">) {
  return (
    <Section title="Emails sent">
      {mails.length === 0 ? (
        <p className="text-muted">None yet.</p>
      ) : (
        <ul className="grid gap-3">
          {mails.map((mail) => (
            <li key={mail.id}>
              <p className="font-semibold">{mail.subject}</p>
              <p className="text-sm wrap-anywhere text-muted">
                {formatAdminDateTime(mail.sentAt)} to <Breakable text={mail.to} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
