/**
 * TRIP-15: a pickup: the rider counts the pieces, puts stickers on pieces without a label, may weigh them, and takes
 * the cash.
 */
import { useState } from "react";
import { readSticker } from "../../../domain/piece-code.ts";
import { readableTrackingCode } from "../../../domain/tracking-code.ts";
import { chosenParcels, dueParcels, tookFor } from "../state/at-door.ts";
import { Counter, Tap, TextField } from "./controls.tsx";
import { CodeEntry } from "./code-camera.tsx";
import type { ParcelState, StopState } from "../state/day-state.ts";
import { GoneParcelScreen } from "./deliver-screen.tsx";
import { SaveBar, Screen } from "./frame.tsx";
import { CashAtDoor, moneyOf, NO_CASH_YET } from "./money-taken.tsx";
import { pieceCountOf, pickedUp, piecesThere, waitingIn, type PieceCounts } from "../state/pick-up.ts";
import { Receivers } from "./receivers.tsx";
import { goHome, type DoorScreen } from "./screens.client.ts";
import { runOf, useRecord, type OpenDay } from "./use-day.ts";
import { countedWord, kgOf, pieceText } from "../state/words.ts";

export function PickUpScreen({ open, screen }: { open: OpenDay; screen: DoorScreen }) {
  const stop = open.state.stops.find(({ key }) => key === screen.stop);
  return stop && chosenParcels(stop, screen.pieces).length > 0 ? (
    <PickUp open={open} screen={screen} stop={stop} />
  ) : (
    <GoneParcelScreen open={open} pieces={screen.pieces} />
  );
}

function PickUp({ open, screen, stop }: { open: OpenDay; screen: DoorScreen; stop: StopState }) {
  const parcels = chosenParcels(stop, screen.pieces);
  const due = dueParcels(parcels, stop.paid);
  const [counts, setCounts] = useState<PieceCounts>(new Map());
  const [stickers, setStickers] = useState<ReadonlyMap<string, string>>(new Map());
  const [kg, setKg] = useState("");
  const [money, setMoney] = useState(NO_CASH_YET);
  const { save, problem, isBusy } = useRecord(open);
  const there = piecesThere(parcels, counts);
  const said = moneyOf(due, money);
  const isWhole = there.length > 0 && said !== null;
  const confirm = () => {
    if (!said) return;
    const took = tookFor(due, said);
    void save(pickedUp({ parcels, counts, stickers, kg: kgOf(kg), took }), runOf(stop.run), goHome);
  };
  return (
    <Screen
      title={`Picked up: ${countedWord(there.length, "piece")}`}
      bar={
        <SaveBar problem={problem} disabled={!isWhole || isBusy} onSave={confirm}>
          Picked up
        </SaveBar>
      }
    >
      <Receivers stop={stop} pieces={screen.pieces} />
      {parcels.map((parcel) => (
        <Count
          key={parcel.parcel.booking}
          parcel={parcel}
          count={pieceCountOf(parcel, counts)}
          onChange={(count) => setCounts(new Map([...counts, [parcel.parcel.booking, count]]))}
        />
      ))}
      <CashAtDoor due={due} money={money} onChange={setMoney} deskPhone={open.day.company.phone} cashOnly />
      <Stickers open={open} pieces={there} stickers={stickers} onChange={setStickers} />
      {parcels.length === 1 && (
        <TextField label="Weight in kg (if you weigh it)" inputMode="decimal" value={kg} onText={setKg} />
      )}
    </Screen>
  );
}

type CountProps = { parcel: ParcelState; count: number; onChange: (count: number) => void };

function Count({ parcel: state, count, onChange }: CountProps) {
  const { parcel } = state;
  const code = readableTrackingCode(parcel.code);
  const booked = waitingIn(state).length;
  return (
    <section className="stack parcel" aria-label={code}>
      <p>
        <span className="code">{code}</span> · {parcel.what}
      </p>
      <Counter
        count={count}
        text={countedWord(count, "piece")}
        names={{ less: `One piece less of ${code}`, more: `One piece more of ${code}` }}
        onChange={onChange}
      />
      {count !== booked && (
        <p className="note wait">Booked: {countedWord(booked, "piece")}. The desk asks the sender.</p>
      )}
    </section>
  );
}

type StickersProps = {
  open: OpenDay;
  pieces: string[];
  stickers: ReadonlyMap<string, string>;
  onChange: (stickers: ReadonlyMap<string, string>) => void;
};

/** Links each scanned sticker to the next piece that has no sticker. */
function Stickers({ open, pieces, stickers, onChange }: StickersProps) {
  const [isOpen, setOpen] = useState(false);
  const next = pieces.find((piece) => !stickers.has(piece));
  const add = (text: string) => {
    const sticker = readSticker(text);
    if (!sticker) return "That is no code of a sticker.";
    const isUsed = [...stickers.values()].includes(sticker);
    if (next && !isUsed) onChange(new Map([...stickers, [next, sticker]]));
    return null;
  };
  return (
    <section className="stack">
      {pieces.map((piece) => {
        const sticker = stickers.get(piece);
        return (
          sticker && (
            <p key={piece} className="note good">
              <span className="code">{pieceText(open.day, piece)}</span> has {sticker}
            </p>
          )
        );
      })}
      {isOpen && next ? (
        <>
          <p>
            Stick one on <span className="code">{pieceText(open.day, next)}</span> and scan it.
          </p>
          <CodeEntry label="Or type its code" onText={add} />
        </>
      ) : (
        next && <Tap onClick={() => setOpen(true)}>No label: stick a code</Tap>
      )}
    </section>
  );
}
