/**
 * PHONE-9, PROOF-1: the screen 'Delivered', with the money, the proof and one button. A delivery with a PIN takes three
 * taps and four digits.
 */
import { useMemo, useState } from "react";
import { MAX_LANDMARK } from "../../../domain/consents.ts";
import { chosenParcels, deliveredDeed, dueParcels, isPaid, tookFor } from "../state/at-door.ts";
import { withoutDeed, type StopState } from "../state/day-state.ts";
import { atDoor, gavePin } from "../state/kept-deeds.ts";
import { Tap, TextField } from "./controls.tsx";
import { SaveBar, Screen } from "./frame.tsx";
import { CashAtDoor, moneyOf, NO_CASH_YET } from "./money-taken.tsx";
import { NameAndPicture } from "./name-and-picture.tsx";
import { PinEntry, PinWord } from "./pin-part.tsx";
import { Receivers } from "./receivers.tsx";
import { goHome, goInstead, type Delivering } from "./screens.client.ts";
import { ChoicesAtStop } from "./stop-people.tsx";
import { PaidByTransfer, TransferAtDoor } from "./transfer-part.tsx";
import { runOf, useRecord, type OpenDay } from "./use-day.ts";
import { useProof, type EarlierPin } from "./use-proof.ts";
import { countedWord } from "../state/words.ts";

export function DeliverScreen({ open, screen }: { open: OpenDay; screen: Delivering }) {
  const { state, phone } = open;
  const { corrects } = screen;
  // A correction asks for money and proof as if the corrected deed did not exist.
  const { stops } = useMemo(
    () =>
      corrects && phone.day
        ? withoutDeed(phone.day.day, phone.deeds, new Set(phone.day.heard), corrects)
        : state,
    [state, phone.day, phone.deeds, corrects],
  );
  const stop = stops.find(({ key }) => key === screen.stop);
  // Dispatch may have removed the stop from the run while this screen was open.
  return stop && chosenParcels(stop, screen.pieces).length > 0 ? (
    <Deliver open={open} screen={screen} stop={stop} />
  ) : (
    <GoneParcelScreen open={open} pieces={screen.pieces} />
  );
}

/** Says why the parcel of an open screen is no longer on the run. */
export function GoneParcelScreen({ open, pieces }: { open: OpenDay; pieces: readonly string[] }) {
  const gone = open.day.runs.flatMap((run) => run.gone.filter(({ piece }) => pieces.includes(piece)));
  const isCancelled = gone.length > 0 && gone.every(({ cancelled }) => cancelled);
  return (
    <Screen title="No longer on your run">
      <p className="note wait">
        {isCancelled
          ? "The sender cancelled it. Leave the parcel with the sender."
          : "The desk took it off your run. Call the desk if you have the parcel in your hand."}
      </p>
    </Screen>
  );
}

/**
 * Returns the PIN of the delivery that is corrected, so that the rider need not ask the receiver again. Null if that
 * delivery had no PIN, or did not include all pieces.
 */
function pinBefore({ phone }: OpenDay, { corrects, pieces }: Delivering): EarlierPin {
  const kept = phone.deeds.find(({ deed }) => deed.id === corrects);
  const done = kept && atDoor(kept.deed);
  if (done?.kind !== "delivered" || !gavePin(kept!)) return null;
  return pieces.every((piece) => done.pieces.includes(piece)) ? { pin: done.proof.pin } : null;
}

const piecesOf = (parcels: ReturnType<typeof chosenParcels>, bookings: readonly string[]) =>
  new Set(
    parcels
      .filter(({ parcel }) => bookings.includes(parcel.booking))
      .flatMap((parcel) => parcel.pieces.map(({ piece }) => piece.piece)),
  );

function Deliver({ open, screen, stop }: { open: OpenDay; screen: Delivering; stop: StopState }) {
  const { pieces, corrects } = screen;
  const parcels = chosenParcels(stop, pieces);
  const due = dueParcels(parcels, stop.paid);
  const [money, setMoney] = useState(NO_CASH_YET);
  const proof = useProof(stop.run.id, parcels, {
    agreed: open.day.position,
    earlier: pinBefore(open, screen),
  });
  const { save, problem, isBusy } = useRecord(open);
  const said = moneyOf(due, money);
  const isWhole = said !== null && proof.isGiven;
  const unpaid = due.filter((parcel) => !isPaid(parcel));
  const byTransfer = money.by === "transfer" && unpaid.length > 0;
  const confirm = () => {
    if (!said) return;
    const to = deliveredDeed(pieces, tookFor(due, said), proof.proof);
    const did = corrects ? ({ kind: "corrected", of: corrects, to } as const) : to;
    void save(did, runOf(stop.run), goHome, proof.deed);
  };
  const only = (bookings: string[]) => {
    const own = piecesOf(parcels, bookings);
    setMoney(NO_CASH_YET);
    goInstead({ ...screen, pieces: pieces.filter((id) => own.has(id)) });
  };
  return (
    <Screen
      title={`Delivered: ${countedWord(pieces.length, "piece")}`}
      bar={
        <>
          {!byTransfer && <PinEntry proof={proof} onOnly={only} />}
          <SaveBar problem={problem} disabled={!isWhole || isBusy} onSave={confirm}>
            Delivered
          </SaveBar>
        </>
      }
    >
      <Receivers stop={stop} pieces={pieces} />
      <ChoicesAtStop stop={{ ...stop, parcels }} />
      <PaidByTransfer parcels={parcels.map(({ parcel }) => parcel)} />
      {byTransfer ? (
        <TransferAtDoor {...{ open, stop, pieces }} due={unpaid} onCash={() => setMoney(NO_CASH_YET)} />
      ) : (
        <>
          <CashAtDoor
            {...{ due, money }}
            onChange={setMoney}
            deskPhone={open.day.company.phone}
            online={open.day.company.onlineTransfer}
          />
          <PinWord proof={proof} />
          {proof.hasPicture && (
            <NameAndPicture
              {...{ kind: proof.kind, deed: proof.deed, value: proof.picture }}
              isHidden={!proof.needsPicture}
              onChange={proof.setPicture}
            />
          )}
          {proof.mayOffer && <Tap onClick={proof.offerPin}>They have a PIN</Tap>}
          {/* The field for the place is hidden while the PIN's keys are shown, because a small screen has no
              room for both. */}
          {(!proof.byPin || proof.isPinClosed) && (
            <Landmark value={proof.landmark} onChange={proof.setLandmark} />
          )}
        </>
      )}
    </Screen>
  );
}

/** PLACE-1: the field for the rider's description of the place. Closed at first, to save room. */
const Landmark = ({ value, onChange }: { value: string; onChange: (words: string) => void }) => (
  <details>
    <summary>Note for the next rider</summary>
    <TextField
      label="In a few words, for the next rider: beside the green gate"
      maxLength={MAX_LANDMARK}
      value={value}
      onText={onChange}
    />
  </details>
);
