/** PICKUP-1, PICKUP-4: a regular pickup on the sender's page, and parts that the office's page also uses. */
import { Form } from "react-router";
import { dayText, formatDateTime } from "../../domain/dates.ts";
import {
  REGULAR_ACT_NAMES,
  REGULAR_STATE_NAMES,
  termsText,
  weekdayOf,
  weekdaysText,
} from "../../domain/regular-pickup.ts";
import { Button } from "../../ui/button.tsx";
import { IdempotencyKeyField } from "../../ui/form.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import type { PickupDay, PickupOfPage } from "./read-pickups.server.ts";

type Of = { id: string; version: number };
type FormProps = { of: Of; formKey: string; busy: boolean };

type StepProps = FormProps & {
  intent: string;
  label: string;
  /**
   * The text for screen readers after the label. Voice control needs the label at the beginning of the button's name.
   */
  about: string;
  day?: string;
};

export function Step({ of, formKey, busy, intent, label, about, day }: StepProps) {
  const name = `${label}: ${about}`;
  return (
    <Form method="post" noValidate preventScrollReset aria-label={name}>
      <IdempotencyKeyField value={formKey} />
      <input type="hidden" name="id" value={of.id} />
      <input type="hidden" name="version" value={of.version} />
      {day && <input type="hidden" name="day" value={day} />}
      <Button intent={intent} size="sm" variant="secondary" busy={busy} aria-label={name}>
        {label}
      </Button>
    </Form>
  );
}

const Fold = ({ name, about }: { name: string; about: string }) => (
  <summary
    className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4"
    aria-label={`${name}: ${about}`}
  >
    {name}
  </summary>
);

/**
 * Draws the button that ends a pickup. It is in a section that must be opened first, because ending cannot be undone.
 */
export function EndPickup({ about, ...form }: FormProps & { about: string }) {
  return (
    <details>
      <Fold name="End it for good" about={about} />
      <p className="mb-3">
        No rider comes any more. To begin again, it has to be asked for and approved anew.
      </p>
      <Step {...form} intent="end" label="End it" about={about} />
    </details>
  );
}

const DAY_WORDS: Record<PickupDay["is"], string> = {
  due: "Planned",
  planned: "On a rider's list",
  out: "The rider is on the way",
  visited: "Visited",
  missed: "Not visited",
  skipped: "Skipped",
};

const dayWords = ({ is, skippedBy, taken }: PickupDay, isOffice: boolean): string => {
  if (is === "visited")
    return taken === 0
      ? "Visited, nothing taken"
      : `Visited, ${taken === 1 ? "1 parcel" : `${taken} parcels`} taken`;
  if (is !== "skipped") return DAY_WORDS[is];
  const own = (skippedBy === "office") === isOffice;
  return own ? "Skipped by you" : isOffice ? "Skipped by the sender" : "Skipped by us";
};

type DaysProps = {
  pickup: PickupOfPage;
  formKey: string;
  busy: boolean;
  mayNot: string | null;
  isOffice?: boolean;
  /** Names the pickup in the names of buttons and folds, because a page may have several pickups. */
  about: string;
};

/** The number of coming days that are always visible. Later days are in a section that must be opened. */
const DAYS_FIRST = 6;

const weekdayText = (day: string): string => `${weekdaysText([weekdayOf(day)])}, ${dayText(day)}`;

/** PICKUP-6: the name of the fold of the last days. The fold is closed at first, so its name counts the missed days. */
function lastDaysText(before: readonly PickupDay[]): string {
  const missed = before.filter(({ is }) => is === "missed").length;
  return missed > 0 ? `The last days: ${missed} not visited` : "The last days";
}

type DayProps = { day: PickupDay; form: FormProps } & Pick<DaysProps, "mayNot" | "isOffice" | "about">;

function Day({ day, form, mayNot, isOffice = false, about: pickup }: DayProps) {
  const name = weekdayText(day.day);
  const about = `${name}, ${pickup}`;
  const step = { ...form, day: day.day };
  return (
    <li className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1">
      <span>
        <strong>{name}</strong> <span className="text-muted">{dayWords(day, isOffice)}</span>
      </span>
      {mayNot === null && (day.is === "due" || day.is === "planned") && (
        <Step {...step} intent="skip" label="Skip" about={about} />
      )}
      {mayNot === null && day.is === "skipped" && (isOffice || day.skippedBy === "sender") && (
        <Step {...step} intent="unskip" label="Come after all" about={about} />
      )}
    </li>
  );
}

export function PickupDays({ pickup, formKey, busy, mayNot, isOffice = false, about }: DaysProps) {
  const { coming, before } = pickup;
  if (coming.length + before.length === 0) return null;
  const form = { of: pickup, formKey, busy };
  const list = (name: string, days: readonly PickupDay[]) => (
    <ul aria-label={name} className="divide-y divide-line border-y border-line">
      {days.map((day) => (
        <Day key={day.day} {...{ day, form, mayNot, isOffice, about }} />
      ))}
    </ul>
  );
  return (
    <div className="grid gap-3">
      {coming.length > 0 && list("Coming days", coming.slice(0, DAYS_FIRST))}
      {coming.length > DAYS_FIRST && (
        <details>
          <Fold name={`Later days, until ${weekdayText(coming.at(-1)!.day)}`} about={about} />
          {list("Later days", coming.slice(DAYS_FIRST))}
        </details>
      )}
      {before.length > 0 && (
        <details>
          <Fold name={lastDaysText(before)} about={about} />
          <ul>
            {before.toReversed().map((day) => (
              <li key={day.day}>
                {weekdayText(day.day)}: {dayWords(day, isOffice)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

/** Lists what the sender and the office did, newest first. `company`, if set, replaces staff's names. */
export function PickupHistory({
  acts,
  company,
  about,
}: Pick<PickupOfPage, "acts"> & { company: string | null; about: string }) {
  return (
    <details>
      <Fold name="History" about={about} />
      <ol className="grid gap-1">
        {acts.map(({ id, kind, side, words, byName, at }) => (
          <li key={id} className="wrap-anywhere">
            <strong>{REGULAR_ACT_NAMES[kind]}</strong>
            {words && `: ${words}`}{" "}
            <span className="text-muted">
              {side === "office" && company ? company : byName}, {formatDateTime(at)}
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}

export function PickupPlace({
  pickup: { name, address, note },
}: {
  pickup: Pick<PickupOfPage, "name" | "address" | "note">;
}) {
  return (
    <p className="wrap-anywhere">
      {name}, {address}
      {note && <span className="block text-muted">{note}</span>}
    </p>
  );
}

type CardProps = { pickup: PickupOfPage; formKey: string; busy: boolean; company: string; editTo: string };

export function PickupCard({ pickup, formKey, busy, company, editTo }: CardProps) {
  const { id, status, wanted, pausedBy, endedAt, acts } = pickup;
  const form = { of: pickup, formKey, busy };
  const change = status === "refused" ? "Ask again" : "Change";
  const reason = acts.find(({ kind }) => kind === "refused" || kind === "change_refused");
  const what = termsText(pickup);
  const about = `${what}, ${pickup.address}`;
  return (
    <article aria-labelledby={`pickup-${id}`} className="grid gap-3 bg-card p-4 sm:p-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={`pickup-${id}`} className="font-display text-xl font-bold">
          {what}
        </h2>
        <p className="font-semibold">
          {REGULAR_STATE_NAMES[status]}
          {pausedBy === "office" && " by us"}
        </p>
      </div>
      <PickupPlace pickup={pickup} />
      {wanted && (
        <p className="border-l-8 border-danfo pl-3">
          You asked for a change: {termsText(wanted)}, {wanted.address}. Until we approve it, everything stays
          as it is.
        </p>
      )}
      {status === "refused" && reason?.words && <p>Why: {reason.words}</p>}
      <PickupDays {...{ pickup, formKey, busy }} mayNot={null} about={about} />
      <div className="flex flex-wrap items-center gap-3">
        {status !== "ended" && (
          <TextLink to={editTo} aria-label={`${change}: ${about}`}>
            {change}
          </TextLink>
        )}
        {status === "active" && <Step {...form} intent="pause" label="Pause" about={about} />}
        {status === "paused" && pausedBy === "sender" && (
          <Step {...form} intent="resume" label="Resume" about={about} />
        )}
      </div>
      {!endedAt && <EndPickup {...form} about={about} />}
      <PickupHistory acts={acts} company={company} about={about} />
    </article>
  );
}
