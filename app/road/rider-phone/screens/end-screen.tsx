/**
 * DEVICE-3, PHONE-7: the button 'End shift' hides the run. Unsent data stays on the phone, and is sent automatically.
 */
import { useState } from "react";
import { Tap } from "./controls.tsx";
import { Screen } from "./frame.tsx";
import { goHome } from "./screens.client.ts";
import { endShiftOnPhone } from "../send/shift.client.ts";
import type { OpenDay } from "./use-day.ts";
import { countedWord } from "../state/words.ts";

export function EndScreen({ open: { state, phone } }: { open: OpenDay }) {
  const [isBusy, setBusy] = useState(false);
  return (
    <Screen
      title="End shift"
      bar={
        <Tap
          look="stop full wide"
          disabled={isBusy}
          onClick={() => {
            setBusy(true);
            void endShiftOnPhone().then(goHome, () => setBusy(false));
          }}
        >
          {isBusy ? "One moment …" : "End shift"}
        </Tap>
      }
    >
      {state.open > 0 && (
        <p className="note wait">{countedWord(state.open, "piece")} on your run not done yet.</p>
      )}
      {state.unsent > 0 && (
        <p className="note wait">
          {state.unsent} not sent yet. They stay on this phone and go out when this page is open with network.
        </p>
      )}
      <p>The run and its addresses go from this phone. To open them again you need network and your PIN.</p>
      {phone.isOnline === false && (
        <p className="note bad">There is no network now: you cannot open your run again until there is.</p>
      )}
    </Screen>
  );
}
