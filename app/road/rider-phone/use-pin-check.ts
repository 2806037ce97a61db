/** PROOF-2: asks the server whether a PIN is right, before 'Delivered'. Without a network the PIN is kept as given. */
import { useEffect, useState } from "react";
import type { PinChecked } from "../deeds/protocol.ts";
import { askPin } from "./server-asks.client.ts";

/** `some`: it is right for one receiver here, and others have a PIN of their own. `unchecked`: nobody answered in time. */
export type PinState = {
  is: "typing" | "asking" | "unchecked" | "right" | "some" | "wrong" | "used_up" | "none";
  triesLeft: number | null;
};

function stateOf({ answers, triesLeft }: PinChecked): PinState {
  const said = Object.values(answers);
  const known = said.filter((answer) => answer !== null);
  const is = known.includes("right")
    ? known.length === said.length
      ? "right"
      : "some"
    : (known.find((answer) => answer !== "none") ?? "none");
  return { is, triesLeft };
}
const TYPING: PinState = { is: "typing", triesLeft: null };

export function usePinCheck(pin: string, run: string, bookings: readonly string[]): PinState {
  const [checked, setChecked] = useState<{ pin: string; state: PinState } | null>(null);
  const about = bookings.join();
  useEffect(() => {
    if (pin.length < 4) return;
    let isShown = true;
    void askPin({ pin, run, bookings: about.split(",") }).then((answer) => {
      if (!isShown) return;
      const state: PinState = answer ? stateOf(answer) : { is: "unchecked", triesLeft: null };
      setChecked({ pin, state });
    });
    return () => {
      isShown = false;
    };
  }, [pin, run, about]);
  if (pin.length < 4) return TYPING;
  return checked?.pin === pin ? checked.state : { is: "asking", triesLeft: null };
}
