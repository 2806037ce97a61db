/** CLAIM-2: the time line of a claim, for staff. */
import { formatAdminDateTime } from "../../domain/dates.ts";
import { Section } from "../../ui/section.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { MOMENT_SOURCES, type Moment } from "./time-line.ts";

/** A fact counts as reported immediately if its report arrived within this time. */
const AT_ONCE_MS = 60_000;

/** The colour of the line beside a fact. Statements and decisions of people stand out from scans. */
const LINES: Record<Moment["source"], string> = {
  event: "border-ink",
  custody: "border-line",
  proof: "border-sky",
  message: "border-danfo",
  claim: "border-go",
};

export function TimeLine({ moments }: { moments: readonly Moment[] }) {
  return (
    <Section title="What happened">
      <ol className="grid gap-3">
        {moments.map(({ key, source, at, heardAt, title, by, text, to }) => (
          <li key={key} className={`border-l-4 pl-3 ${LINES[source]}`}>
            <p className="font-semibold wrap-anywhere">
              <span className="mr-2 text-sm font-normal text-muted">{MOMENT_SOURCES[source]}</span>
              {to ? <TextLink to={to}>{title}</TextLink> : title}
            </p>
            <p className="text-sm text-muted">
              {formatAdminDateTime(at)}
              {by && ` by ${by}`}
              {heardAt && heardAt.getTime() - at.getTime() > AT_ONCE_MS && (
                <span className="block">Heard of later: {formatAdminDateTime(heardAt)}</span>
              )}
            </p>
            {text && <p className="whitespace-pre-line wrap-anywhere">{text}</p>}
          </li>
        ))}
      </ol>
    </Section>
  );
}
