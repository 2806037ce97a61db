/** The buttons of the pages of regular pickups, for senders and the office. */
import type { Admin } from "../../access/actor.ts";
import { dayText } from "../../domain/dates.ts";
import { button, type Buttons } from "../../platform/http/form-action.server.ts";
import { formUnlessGone as refused } from "../../platform/http/form.server.ts";
import type { BookActor } from "../address-book/book-owner.server.ts";
import { askPickup, changePickup, endPickup, pausePickup, resumePickup } from "./ask-pickup.server.ts";
import {
  approvePickup,
  officeChangesPickup,
  officeEnds,
  officePauses,
  officeResumes,
  refusePickup,
} from "./decide-pickup.server.ts";
import { officeSkipsDay, officeUnskipsDay, skipDay, unskipDay } from "./skip-day.server.ts";

export const PICKUP_BUTTONS: Buttons<BookActor> = {
  ask: button({
    operation: askPickup,
    done: () => ({ tone: "good", title: "Asked for", text: "We write to you when it is decided." }),
    refused,
  }),
  change: button({
    operation: changePickup,
    done: ({ waits }) => ({
      tone: "good",
      title: waits ? "The change is asked for" : "Saved",
      ...(waits && { text: "Until we approve it, everything stays as it is." }),
    }),
    refused,
  }),
  pause: { operation: pausePickup, done: "Paused: no rider comes", refused },
  resume: { operation: resumePickup, done: "Resumed", refused },
  end: { operation: endPickup, done: "The regular pickup has ended", refused },
  skip: button({
    operation: skipDay,
    done: ({ day }) => ({ tone: "good", title: `No rider comes on ${dayText(day)}` }),
    refused,
  }),
  unskip: button({
    operation: unskipDay,
    done: ({ day }) => ({ tone: "good", title: `The rider comes on ${dayText(day)}` }),
    refused,
  }),
};

export const OFFICE_PICKUP_BUTTONS: Buttons<Admin> = {
  approve: { operation: approvePickup, done: "Approved: the sender is told" },
  refuse: { operation: refusePickup, done: "Refused: the sender is told" },
  change: { operation: officeChangesPickup, done: "Changed: the sender is told" },
  pause: { operation: officePauses, done: "Paused: the sender is told" },
  resume: { operation: officeResumes, done: "Resumed: the sender is told" },
  end: { operation: officeEnds, done: "Ended: the sender is told" },
  skip: { operation: officeSkipsDay, done: "Skipped: the sender is told" },
  unskip: { operation: officeUnskipsDay, done: "Not skipped: the sender is told" },
};
