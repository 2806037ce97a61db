/** The data and the actions that the screens share while there is a `RiderDay`. */
import { useRef, useState } from "react";
import type { Deed, Did } from "../../deeds/protocol.ts";
import type { DayRun, RiderDay } from "../../deeds/rider-day.ts";
import type { DayState, PieceState, StopState } from "../state/day-state.ts";
import { phoneClock } from "../log/clocks.client.ts";
import { atDoor } from "../state/kept-deeds.ts";
import type { Phone } from "../log/phone.client.ts";
import { recordDeed } from "../log/phone.client.ts";
import { ourTime } from "../state/since.ts";
import { clockTime } from "../state/shown-times.ts";
import { spokenCode } from "../state/words.ts";

/** If storing a deed takes longer than this, the button turns grey, so that the rider sees that the tap was noticed. */
const SLOW_MS = 300;

export type OpenDay = { day: RiderDay; state: DayState; phone: Phone };

export const runOf = ({ id, version }: DayRun): Deed["run"] => ({ id, version });

export const openPieces = ({ parcels }: StopState): PieceState[] =>
  parcels.flatMap(({ pieces }) => pieces.filter(({ is }) => is === "open"));

export const failedPieces = ({ parcels }: StopState): string[] =>
  parcels.flatMap(({ pieces }) =>
    pieces.flatMap(({ is, piece }) => (is === "attempted" || is === "not_picked_up" ? [piece.piece] : [])),
  );

/**
 * Records a deed once, however often the button is tapped. `then` runs only after the deed is on disk. If the
 * deed cannot be stored, `problem` contains the code that the rider reads out to the hub.
 */
export function useRecord({ day, phone }: Pick<OpenDay, "day" | "phone">) {
  const [problem, setProblem] = useState<string | null>(null);
  // This is a ref, not a state: a change of state would draw the screen again, which would delay storing the deed.
  const isSaving = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const save = async (did: Did, run: Deed["run"], then: (deed: Deed) => void, id?: string) => {
    if (isSaving.current) return;
    isSaving.current = true;
    const slow = setTimeout(() => setBusy(true), SLOW_MS);
    try {
      await recordDeed(did, { run, ...(id && { id }) }, (deed) => {
        setProblem(null);
        then(deed);
      });
    } catch {
      const done = did.kind === "corrected" ? did.to : did;
      const code =
        done.kind === "delivered" || done.kind === "attempted" || done.kind === "picked_up"
          ? spokenCode(done, day)
          : done.kind.replaceAll("_", " ");
      setProblem(
        `NOT SAVED. This phone cannot store it, so it does not count. Call the hub and read: ${code}, ${clockTime(ourTime(phone.facts.known, phoneClock()))}. Then free some space on the phone.`,
      );
    } finally {
      clearTimeout(slow);
      isSaving.current = false;
      setBusy(false);
    }
  };
  return { save, problem, isBusy };
}

export const isDoorDeed = (deed: Deed): boolean => atDoor(deed) !== null;
