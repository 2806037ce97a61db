/** PHONE-9, PROOF-1: 'Delivered': what was taken, how it is proved, and one button. With a PIN: three taps and four digits. */
import { useState } from "react";
import { drawKey } from "../../ui/page-key.ts";
import { NO_PROOF, type ProofGiven } from "../deeds/protocol.ts";
import { chosenParcels, delivered, dueParcels, proofRule, tookFor } from "./at-door.ts";
import type { ParcelState, StopState } from "./day-state.ts";
import { Problem, Screen } from "./frame.tsx";
import { isMoneySaid, lessOf, MoneyTaken, NO_MONEY } from "./money-taken.tsx";
import { NameAndPicture, isPictureProof, NO_PICTURE_PROOF } from "./name-and-picture.tsx";
import { PinKeys } from "./pin-keys.tsx";
import { goHome, type DoorScreen } from "./screens.client.ts";
import { DoorMoney } from "./stop-card.tsx";
import { runOf, useRecord, type OpenDay } from "./use-day.ts";
import { usePinCheck, type PinState } from "./use-pin-check.ts";
import { counted } from "./words.ts";

export function DeliverScreen({ open, screen }: { open: OpenDay; screen: DoorScreen }) {
  const stop = open.state.stops.find(({ key }) => key === screen.stop);
  // The desk may have taken the stop off the run meanwhile.
  return stop ? <Deliver open={open} screen={screen} stop={stop} /> : <Gone />;
}

export const Gone = () => (
  <Screen title="No longer on your run">
    <p className="note wait">
      The desk took it off your run. Call the desk if you have the parcel in your hand.
    </p>
  </Screen>
);

/** Money that a deed of this phone took is not asked for twice, but by the correction of that very deed. */
function paidBefore({ state, phone }: OpenDay, corrects: string | undefined): ReadonlySet<string> {
  const corrected = phone.deeds.find(({ deed }) => deed.id === corrects)?.deed.did;
  const own = corrected && "took" in corrected ? corrected.took.map(({ booking }) => booking) : [];
  return new Set([...state.paid].filter((booking) => !own.includes(booking)));
}

function useProof(stop: StopState, parcels: ParcelState[]) {
  const [deed] = useState(drawKey);
  const [pin, setPin] = useState("");
  const [noPin, setNoPin] = useState(false);
  const [picture, setPicture] = useState(NO_PICTURE_PROOF);
  const rule = proofRule(parcels);
  const check = usePinCheck(
    pin,
    stop.run.id,
    parcels.map(({ parcel }) => parcel.booking),
  );
  const byPin = rule === "pin" && !noPin;
  // A PIN that nobody could check needs more; so does a receiver without one.
  const needsPicture = !byPin || check.is === "unchecked" || check.is === "none";
  const isGiven =
    (!byPin || check.is === "right" || check.is === "unchecked" || check.is === "none") &&
    (!needsPicture || isPictureProof(picture));
  const proof: ProofGiven = {
    ...NO_PROOF,
    pin: byPin ? pin : null,
    noPin: rule === "pin" && noPin,
    ...(needsPicture && { name: picture.name.trim() || null, pictures: picture.pictures }),
  };
  return {
    deed,
    rule,
    byPin,
    pin,
    setPin,
    noPin,
    setNoPin,
    picture,
    setPicture,
    check,
    needsPicture,
    isGiven,
    proof,
  };
}

function Deliver({ open, screen, stop }: { open: OpenDay; screen: DoorScreen; stop: StopState }) {
  const { pieces, corrects } = screen;
  const parcels = chosenParcels(stop, pieces);
  const paid = paidBefore(open, corrects);
  const due = dueParcels(parcels, paid);
  const [money, setMoney] = useState(NO_MONEY);
  const given = useProof(stop, parcels);
  const { save, problem, isBusy } = useRecord(open);
  const isWhole = isMoneySaid(due, money) && given.isGiven;
  const confirm = () => {
    const to = delivered(pieces, tookFor(due, { less: lessOf(money) }), given.proof);
    const did = corrects ? ({ kind: "corrected", of: corrects, to } as const) : to;
    void save(did, runOf(stop.run), goHome, given.deed);
  };
  return (
    <Screen
      title={`Delivered: ${counted(pieces.length, "piece")}`}
      bar={
        <>
          <Problem text={problem} />
          <button type="button" className="button go wide" disabled={!isWhole || isBusy} onClick={confirm}>
            Delivered
          </button>
        </>
      }
    >
      <p className="receiver">{stop.stop.name}</p>
      {due.length > 0 && <DoorMoney parcels={due} />}
      <MoneyTaken due={due} money={money} onChange={setMoney} deskPhone={open.day.company.phone} />
      {given.byPin && <PinPart given={given} />}
      {given.noPin && (
        <button type="button" className="button" onClick={() => given.setNoPin(false)}>
          The receiver has the PIN after all
        </button>
      )}
      {given.needsPicture && (
        <NameAndPicture
          kind={given.rule === "signature" ? "signature" : "photo"}
          deed={given.deed}
          value={given.picture}
          onChange={given.setPicture}
        />
      )}
    </Screen>
  );
}

function pinText({ is, triesLeft }: PinState): { text: string; tone: string } | null {
  if (is === "asking") return { text: "Checking the PIN …", tone: "" };
  if (is === "right") return { text: "The PIN is right.", tone: "good" };
  if (is === "wrong")
    return { text: `Wrong PIN. ${counted(triesLeft ?? 0, "try", "tries")} left.`, tone: "bad" };
  if (is === "some")
    return {
      text: "The PIN is of one receiver here. Go back and deliver the parcels one by one.",
      tone: "bad",
    };
  if (is === "used_up")
    return { text: "Too many wrong PINs. The sender can draw a new one: call the desk.", tone: "bad" };
  if (is === "unchecked")
    return { text: "No network: the PIN is kept and checked later. Note who takes it, too.", tone: "wait" };
  if (is === "none") return { text: "There is no PIN for this parcel. Note who takes it.", tone: "wait" };
  return null;
}

function PinPart({ given }: { given: ReturnType<typeof useProof> }) {
  const said = pinText(given.check);
  return (
    <section className="stack">
      <PinKeys label="The receiver's PIN" digits={4} value={given.pin} onChange={given.setPin} />
      <p role="status" className={said ? `note ${said.tone}` : "hidden"}>
        {said?.text}
      </p>
      {given.check.is !== "right" && (
        <button type="button" className="button" onClick={() => given.setNoPin(true)}>
          The receiver has no PIN
        </button>
      )}
    </section>
  );
}
