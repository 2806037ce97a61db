/** PROOF-2: the PIN that the receiver gives at the door: its keypad and the server's answer. */
import { Tap } from "./controls.tsx";
import { PinKeys } from "./pin-keys.tsx";
import type { Proof } from "./use-proof.ts";
import type { PinCheckState } from "./use-pin-check.ts";
import { countedWord } from "../state/words.ts";

function pinText({ is, triesLeft }: PinCheckState): { text: string; tone: string } | null {
  switch (is) {
    case "asking":
      return { text: "Checking the PIN …", tone: "" };
    case "right":
      return { text: "✓ The PIN is right.", tone: "good" };
    case "wrong":
      return { text: `Wrong PIN. ${countedWord(triesLeft ?? 0, "try", "tries")} left.`, tone: "bad" };
    case "some":
      return {
        text: "It is the PIN of one receiver here, and others have their own.",
        tone: "bad",
      };
    case "used_up":
      return { text: "Too many wrong PINs. The sender can draw a new one: call the desk.", tone: "bad" };
    case "unchecked":
      return { text: "No network: the PIN is kept and checked later. Note who takes it, too.", tone: "wait" };
    case "none":
      return { text: "There is no PIN for this parcel. Note who takes it.", tone: "wait" };
    case "typing":
      return null;
  }
}

/** Shows the keypad. `onOnly`: called if the rider hands over only the parcels to which this PIN belongs. */
export function PinEntry({ proof, onOnly }: { proof: Proof; onOnly: (bookings: string[]) => void }) {
  if (!proof.byPin || proof.isPinClosed) return null;
  const said = pinText(proof.check);
  return (
    <>
      <p role="status" className={said ? `note ${said.tone}` : "hidden"}>
        {said?.text}
      </p>
      {proof.check.is === "some" && (
        <Tap look="wide" onClick={() => onOnly(proof.check.released)}>
          Only what this PIN is for: {countedWord(proof.check.released.length, "parcel")}
        </Tap>
      )}
      <PinKeys
        label="The receiver's PIN"
        digits={4}
        value={proof.pin}
        onChange={proof.setPin}
        corner={{ label: "No PIN", act: proof.leavePin }}
      />
    </>
  );
}

/** Shows the result of the PIN's check, or a note if the rider said that the receiver has no PIN. */
export function PinWord({ proof }: { proof: Proof }) {
  const { earlier, noPin, isPinClosed, check } = proof;
  if (earlier) return <p className="note good">✓ The receiver gave the PIN before.</p>;
  if (!noPin && !isPinClosed) return null;
  const said = noPin
    ? { text: "The receiver has no PIN. Note who takes it; the desk looks at it.", tone: "wait" }
    : pinText(check);
  return (
    <>
      <p role="status" className={`note ${said?.tone}`}>
        {said?.text}
      </p>
      {check.is !== "right" && <Tap onClick={proof.typePin}>Type the PIN</Tap>}
    </>
  );
}
