/** PROOF-2: asks the server if a PIN is right, before 'Delivered'. Without a network the PIN stays unchecked. */
import { useEffect, useState } from "react";
import type { PinChecked } from "../../deeds/phone-requests.ts";
import { askPin } from "../send/server-asks.client.ts";

/** `some`: the PIN is right, but only for some of the parcels. `unchecked`: no response in time. */
export type PinCheckState = {
  is: "typing" | "asking" | "unchecked" | "right" | "some" | "wrong" | "used_up" | "none";
  triesLeft: number | null;
  released: string[];
};

function stateOf({ answers, triesLeft }: PinChecked): PinCheckState {
  const said = Object.values(answers);
  const known = said.filter((answer) => answer !== null);
  const is = known.includes("right")
    ? known.length === said.length
      ? "right"
      : "some"
    : (known.find((answer) => answer !== "none") ?? "none");
  const released = Object.keys(answers).filter((booking) => answers[booking] === "right");
  return { is, triesLeft, released };
}
const without = (is: PinCheckState["is"]): PinCheckState => ({ is, triesLeft: null, released: [] });

export function usePinCheck(pin: string, run: string, bookings: readonly string[]): PinCheckState {
  const [checked, setChecked] = useState<{ pin: string; state: PinCheckState } | null>(null);
  const about = bookings.join();
  useEffect(() => {
    if (pin.length < 4) return;
    let isShown = true;
    void askPin({ pin, run, bookings: about.split(",") }).then((answer) => {
      if (!isShown) return;
      const state: PinCheckState = answer ? stateOf(answer) : without("unchecked");
      setChecked({ pin, state });
    });
    return () => {
      isShown = false;
    };
  }, [pin, run, about]);
  if (pin.length < 4) return without("typing");
  return checked?.pin === pin ? checked.state : without("asking");
}
