/** The top of a run's page: its name, state, holder and progress. */
import type { ReactNode } from "react";
import { adminDayText, formatAdminDateTime, lagosClock } from "../../../domain/dates.ts";
import { formatNaira } from "../../../domain/money.ts";
import { RUN_STATE_NAMES, RUN_STATES, type RunState } from "../../../domain/run.ts";
import { Amount } from "../../../ui/amount.tsx";
import { BackLink } from "../../../ui/back-link.tsx";
import { ButtonLink } from "../../../ui/button.tsx";
import { Link } from "../../../ui/link.tsx";
import { boardPath } from "../board/board-address.ts";
import { kindText } from "../run-text.ts";
import type { RunOfPage } from "./read-run.server.ts";
import { RunStateStamp } from "../run-state.tsx";

type Phones = { rider: string | null; driver: string | null; partner: string | null };
type Props = { page: RunOfPage; phones: Phones; now: Date };

export function RunHead({ page, phones, now }: Props) {
  const { run, hub, toHub } = page;
  return (
    <>
      <p className="print:hidden">
        <BackLink to={boardPath({ hub: run.hubId, day: run.day })}>{`Runs of ${hub.name}`}</BackLink>
      </p>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h1
          tabIndex={-1}
          className="flex flex-wrap items-center gap-3 font-display text-3xl font-extrabold sm:text-4xl"
        >
          {run.name} <RunStateStamp state={run.state} />
        </h1>
        <ButtonLink size="sm" variant="secondary" to={`/admin/runs/${run.id}/manifest`}>
          Manifest
        </ButtonLink>
      </div>
      <p className="mt-1 text-muted">
        {kindText(run.kind, toHub && toHub.name)} · {adminDayText(run.day)} ·{" "}
        {run.kind === "pickup" ? `to ${hub.name}` : `from ${hub.name}`}
      </p>
      <Carrier {...{ page, phones, now }} />
      <Steps run={run} />
    </>
  );
}

function Carrier({ page: { run, rider, partner }, phones, now }: Props) {
  const late = run.expectedAt !== null && run.state === "out" && run.expectedAt < now;
  const facts: [string, ReactNode][] = [];
  if (rider)
    facts.push([
      "Rider",
      <Person
        key="rider"
        name={rider.name}
        to={`/admin/riders/${rider.id}`}
        phone={phones.rider}
        e164={rider.phone}
      />,
    ]);
  if (partner)
    facts.push([
      "Partner",
      <Person key="partner" name={partner.company} phone={phones.partner} e164={partner.phone} />,
    ]);
  if (run.driverName ?? run.driverPhone)
    facts.push([
      "Driver",
      <Person key="driver" name={run.driverName ?? ""} phone={phones.driver} e164={run.driverPhone} />,
    ]);
  if (run.plate) facts.push(["Plate", run.plate]);
  if (run.feeKobo !== null) facts.push(["Fee", <Amount key="fee">{formatNaira(run.feeKobo)}</Amount>]);
  if (run.expectedAt)
    facts.push([
      late ? "Overdue since" : "Expected",
      <span key="expected" className={late ? "font-semibold text-stop" : ""}>
        {formatAdminDateTime(run.expectedAt)}
      </span>,
    ]);
  return (
    <dl className="mt-2 flex flex-wrap items-center gap-x-6">
      {facts.map(([name, value]) => (
        <div key={name} className="flex min-h-11 items-center gap-2">
          <dt className="shrink-0 text-sm text-muted">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {!rider && !partner && (
        <div className="flex min-h-11 items-center font-semibold">
          <dt className="sr-only">Rider</dt>
          <dd>Nobody takes this run yet.</dd>
        </div>
      )}
    </dl>
  );
}

type PersonProps = { name: string; to?: string; phone: string | null; e164: string | null };

function Person({ name, to, phone, e164 }: PersonProps) {
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      {to ? (
        <Link
          to={to}
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          {name}
        </Link>
      ) : (
        <strong>{name}</strong>
      )}
      {e164 && (
        <a
          href={`tel:${e164}`}
          className="inline-flex min-h-11 items-center tabular-nums underline underline-offset-4"
        >
          {phone}
        </a>
      )}
    </span>
  );
}

function Steps({ run }: { run: RunOfPage["run"] }) {
  const at: Record<RunState, Date | null> = {
    planned: run.createdAt,
    loaded: run.sealedAt,
    out: run.outAt,
    returned: run.returnedAt,
    reconciled: run.reconciledAt,
  };
  const reached = RUN_STATES.indexOf(run.state);
  return (
    <ol
      className="mt-3 grid grid-cols-[repeat(4,minmax(0,1fr))_auto] border-t-4 border-line text-sm print:hidden"
      aria-label="States"
    >
      {RUN_STATES.map((state, index) => (
        <li
          key={state}
          aria-current={index === reached ? "step" : undefined}
          className={`-mt-1 border-t-4 pt-1 pr-1 ${index <= reached ? "border-ink" : "border-transparent text-muted"} aria-[current=step]:font-bold`}
        >
          <span className="max-sm:text-[0.6875rem] max-sm:tracking-tighter">{RUN_STATE_NAMES[state]}</span>
          <span className="block text-xs font-normal text-muted tabular-nums">{timeText(at[state])}</span>
        </li>
      ))}
    </ol>
  );
}

function timeText(at: Date | null): string {
  if (!at) return "";
  const { clock, half } = lagosClock(at);
  return `${clock} ${half}`;
}
