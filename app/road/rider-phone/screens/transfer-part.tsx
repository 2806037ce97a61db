/** CASH-9: a bank transfer at the door. The rider hands nothing over before dispatch confirms the transfer. */
import { useEffect, useState } from "react";
import { formatNaira, parseNaira } from "../../../domain/money.ts";
import { readableTrackingCode } from "../../../domain/tracking-code.ts";
import type { DayParcel } from "../../deeds/rider-day.ts";
import { isPaid, isPartPaid, sumDue } from "../state/at-door.ts";
import type { StopState } from "../state/day-state.ts";
import { isSent, validDeeds } from "../state/kept-deeds.ts";
import { Tap, TextField } from "./controls.tsx";
import { ProblemNote } from "./frame.tsx";
import { OnlineCode, PaidOnline, RiderPayOnline, type PayCode } from "./pay-online-part.tsx";
import { goInstead } from "./screens.client.ts";
import { fetchDay } from "../send/send-deeds.client.ts";
import { runOf, useRecord, type OpenDay } from "./use-day.ts";

const ASK_AGAIN_MS = 8_000;

export function PaidByTransfer({ parcels }: { parcels: readonly DayParcel[] }) {
  const paid = parcels.filter((parcel) => isPaid(parcel) || isPartPaid(parcel));
  const sum = paid.reduce((total, { transfer }) => total + (transfer?.kobo ?? 0), 0);
  return (
    <>
      <PaidOnline parcels={parcels} />
      {paid.length > 0 && (
        <p className="note good">
          PAID by transfer: {formatNaira(sum)}. Take no cash for it.
          {paid.some(isPartPaid) && ` Still to collect: ${formatNaira(sumDue(paid.filter(isPartPaid)))}.`}
        </p>
      )}
    </>
  );
}

type Props = {
  open: OpenDay;
  stop: StopState;
  pieces: string[];
  due: readonly DayParcel[];
  onCash: () => void;
};

export function TransferAtDoor({ open, stop, pieces, due, onCash }: Props) {
  const { account } = open.day.company;
  const desk = open.day.company.phone ?? open.day.hub.phone;
  const { save, problem, isBusy } = useRecord(open);
  const asked = askedFor(open);
  const waits = due.filter(
    ({ booking, transfer }) =>
      asked.has(booking) && transfer?.state !== "not_found" && transfer?.state !== "part",
  );
  const [part, setPart] = useState("");
  const [online, setOnline] = useState<PayCode | null>(null);
  const isWaiting = waits.length === due.length;
  // While dispatch has not answered, the amount that dispatch must confirm is shown, even after the rider left this
  // screen and came back.
  const typedKobo = partOf(part, sumDue(due));
  const [first] = due.length === 1 ? due : [];
  const partKobo = first ? (isWaiting ? (asked.get(first.booking) ?? null) : typedKobo) : null;
  useAnswer(isWaiting);
  const ask = async () => {
    for (const { booking, deliveryKobo, codKobo } of due)
      await save(
        { kind: "transfer_asked", booking, kobo: partKobo ?? deliveryKobo + codKobo },
        runOf(stop.run),
        () => {},
      );
  };
  if (online && due.some(({ booking }) => booking === online.parcel.booking))
    return <OnlineCode {...online} onOther={() => setOnline(null)} />;
  return (
    <section className="stack" aria-label="Transfer">
      {account ? <Account account={account} due={due} partKobo={partKobo} /> : <NoAccount />}
      {due.length === 1 && !isWaiting && (
        <PartField text={part} partKobo={partKobo} onChange={setPart} due={due} />
      )}
      <p role="status" className={`note ${isWaiting ? "wait" : isNotFound(due) ? "bad" : ""}`}>
        {statusText(open, due, isWaiting)}
        {isWaiting && partKobo !== null && partKobo < sumDue(due) && (
          <> Then take {formatNaira(sumDue(due) - partKobo)} in cash.</>
        )}
      </p>
      <ProblemNote text={problem} />
      {!isWaiting && (
        <Tap look="go wide" disabled={isBusy} onClick={() => void ask()}>
          Ask the desk: is it in?
        </Tap>
      )}
      <div className="row">
        {desk && (
          <a className="button" href={`tel:${desk}`}>
            Call the desk
          </a>
        )}
        <Tap onClick={onCash}>{due.some(isPartPaid) ? "The rest in cash" : "Pays cash"}</Tap>
      </div>
      {open.day.company.onlineTransfer && <RiderPayOnline due={due} onCode={setOnline} />}
      <Tap
        look="stop wide"
        onClick={() => goInstead({ is: "not_delivered", stop: stop.key, pieces, reason: "could_not_pay" })}
      >
        Could not pay
      </Tap>
    </section>
  );
}

/** For each booking whose transfer dispatch was asked to confirm, returns the amount of the transfer in kobo. */
function askedFor({ phone, state }: OpenDay): Map<string, number> {
  const known = state.stops.flatMap(({ parcels }) =>
    parcels.flatMap(({ parcel: { booking, transfer } }) =>
      transfer ? [[booking, transfer.kobo] as const] : [],
    ),
  );
  const own = validDeeds(phone.deeds).flatMap(({ did }) =>
    did.kind === "transfer_asked" ? [[did.booking, did.kobo] as const] : [],
  );
  return new Map([...known, ...own]);
}

/**
 * Reads the part of the amount that is paid by transfer, in kobo. Null means that the whole amount is paid by transfer.
 */
function partOf(text: string, wholeKobo: number): number | null {
  const money = text.trim() === "" ? null : parseNaira(text);
  return money?.ok && money.kobo > 0 && money.kobo < wholeKobo ? money.kobo : null;
}

type PartProps = {
  text: string;
  partKobo: number | null;
  due: readonly DayParcel[];
  onChange: (text: string) => void;
};

function PartField({ text, partKobo, due, onChange }: PartProps) {
  return (
    <details>
      <summary>A part in cash</summary>
      <TextField
        label={`Part by transfer, in naira, of ${formatNaira(sumDue(due))}`}
        inputMode="decimal"
        value={text}
        onText={onChange}
      />
      {text.trim() !== "" && (
        <p role="status" className={`note ${partKobo === null ? "bad" : ""}`}>
          {partKobo === null
            ? "That is not a part of it."
            : `Take ${formatNaira(sumDue(due) - partKobo)} in cash once the transfer is PAID.`}
        </p>
      )}
    </details>
  );
}

const isNotFound = (due: readonly DayParcel[]) => due.some(({ transfer }) => transfer?.state === "not_found");

function statusText({ phone }: OpenDay, due: readonly DayParcel[], isWaiting: boolean): string {
  if (!isWaiting && due.some(isPartPaid))
    return "The part is in. Take the rest in cash, or by another transfer.";
  if (!isWaiting)
    return isNotFound(due)
      ? "The desk did not find the money. Let the receiver look again."
      : "When the receiver has sent it, ask the desk.";
  const isHeard = phone.deeds.every((kept) => kept.deed.did.kind !== "transfer_asked" || isSent(kept));
  return isHeard
    ? "Waiting for the desk. Keep the parcel until it says PAID."
    : "No network: the desk was not asked yet. Call it, and keep the parcel.";
}

/** Fetches the `RiderDay`, which contains dispatch's answer, regularly until dispatch has answered. */
function useAnswer(isWaiting: boolean): void {
  useEffect(() => {
    if (!isWaiting) return;
    const asking = setInterval(() => void fetchDay().catch(() => {}), ASK_AGAIN_MS);
    return () => clearInterval(asking);
  }, [isWaiting]);
}

type AccountProps = {
  account: NonNullable<OpenDay["day"]["company"]["account"]>;
  due: readonly DayParcel[];
  partKobo: number | null;
};

function Account({ account: { bank, number, name }, due, partKobo }: AccountProps) {
  return (
    <div className="money">
      <p>{bank}</p>
      <p className="account code">{number}</p>
      <p>{name}</p>
      {due.length > 1 && <p>One transfer for each parcel:</p>}
      {due.map(({ booking, code, deliveryKobo, codKobo }) => (
        <div key={booking}>
          <p className="sum">
            <span>Amount</span> <span>{formatNaira(partKobo ?? deliveryKobo + codKobo)}</span>
          </p>
          <p>Reference</p>
          <p className="account code">{readableTrackingCode(code)}</p>
        </div>
      ))}
    </div>
  );
}

const NoAccount = () => (
  <p className="note bad">The company's account is not on this phone. The desk tells it to you.</p>
);
