/** SCAN-6: the scan modes, in the order of the keys 1 to 7. Pure. */
import type { Permission } from "../../access/permissions.ts";
import { wordsOf } from "../../domain/words-of.ts";

/** The fields that a task can send, besides the mode and the code. */
type Sent = "status" | "reason" | "note" | "hub" | "run" | "to" | "person";

type ModeFacts = {
  label: string;
  button: string;
  does: string;
  sends: readonly Sent[];
};

const MODES = {
  receive: {
    label: "Receive here",
    button: "Receive",
    does: "Each scan takes the parcel into your hub, and says whether it is right here.",
    sends: ["hub"],
  },
  load: {
    label: "Load on run",
    button: "Load",
    does: "Each scan loads the parcel on a run that is not sealed yet.",
    sends: ["run"],
  },
  hand_over: {
    label: "Hand over",
    button: "Hand over",
    does: "Each scan gives the parcel to another rider, or to who collects it at the counter.",
    sends: ["hub", "run", "to", "person"],
  },
  return: {
    label: "Return",
    button: "Take back",
    does: "Each scan takes back what a run did not deliver.",
    sends: ["run"],
  },
  find: {
    label: "Find",
    button: "Find",
    does: "Each scan says where the parcel is, and changes nothing.",
    sends: [],
  },
  status: {
    label: "Set status",
    button: "Set status",
    does: "Each scan sets the status of the parcel.",
    sends: ["status", "reason", "note"],
  },
  count: {
    label: "Count the shelf",
    button: "Count",
    does: "Each scan says that the parcel lies on the shelf of your hub. Close the count when all are scanned.",
    sends: ["hub"],
  },
} satisfies Record<string, ModeFacts>;

/** The permission that each mode needs (access/permissions.ts). */
export const MODE_PERMISSIONS = {
  receive: "workHub",
  load: "loadRuns",
  hand_over: "workHub",
  return: "workHub",
  find: "readBookings",
  status: "changeStatus",
  count: "workHub",
} as const satisfies Record<keyof typeof MODES, Permission>;

export type ScanMode = keyof typeof MODES;
export const SCAN_MODES: Record<ScanMode, ModeFacts> = MODES;
export const SCAN_MODE_WORDS = wordsOf(MODES);

/** The kinds of recipient of a hand-over: a run's rider or partner, or a person at the counter of a hub. */
export const HAND_TO = {
  run: "The rider of a run",
  receiver: "The receiver, at the counter",
  sender: "The sender, at the counter",
};
export type HandTo = keyof typeof HAND_TO;
export const HAND_TO_WORDS = wordsOf(HAND_TO);
export type Recipient = Exclude<HandTo, "run">;
export const RECIPIENT_WORDS = ["receiver", "sender"] as const satisfies readonly Recipient[];
