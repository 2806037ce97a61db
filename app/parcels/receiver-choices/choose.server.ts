/**
 * CHOICE-1: the operations of the receiver's choices before the parcel is loaded. They refuse:
 * - a parcel whose delivery has ended
 * - a loaded parcel (not for the note)
 * - after the company's cut-off, a parcel that is planned for today (not for the note)
 */
import { inArray } from "drizzle-orm";
import * as z from "zod";
import type { Customer, Guest } from "../../access/actor.ts";
import { everybody } from "../../access/by.server.ts";
import {
  CHOICE_FACTS,
  CHOICE_SLOTS,
  MAX_CHOICE_WORDS,
  TAKERS,
  type ChoiceKind,
} from "../../domain/choices.ts";
import { activeHubsIn } from "../../places/hubs.server.ts";
import { notify } from "../../notifications/notify.server.ts";
import { pieces } from "../../platform/db/schema.ts";
import { nameText, requiredText, textOrNull } from "../../platform/http/fields.ts";
import { phoneField } from "../../platform/http/phone-field.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import { noteEvent, ofParcel, RECEIVER } from "../receiver-link/of-parcel.server.ts";
import { rememberFields, rememberPlace } from "../remembered-places/agree.server.ts";
import { nearDay } from "../../domain/promise.ts";
import { choiceText } from "./choice-text.ts";
import { deliverAgain, recordChoice } from "./deliver-again.server.ts";
import { hubsToCollect } from "./hubs-to-collect.ts";
import {
  choiceTopics,
  countChoice,
  endChoice,
  leavePlannedRuns,
  lockChoosing,
  touchRuns,
  unlessOpen,
  writeChoice,
  type Choosing,
} from "./lock-choosing.server.ts";
import { refuse } from "./messages.ts";

type Choose = Work<Customer | Guest>;

const words = requiredText("Write it in a few words", MAX_CHOICE_WORDS);

const act = { kind: "choice", source: "receiver", by: RECEIVER } as const;
const ofChoice = { by: everybody, act, prepare: countChoice, on: lockChoosing, publish: choiceTopics };

/**
 * CHOICE-1: the receiver chooses another day. The parcel is removed from planned runs of other days. If the chosen day
 * is later than the promised day, the chosen day becomes the promised day.
 */
export const chooseDay = operation({
  ...ofChoice,
  name: "receivers.choose_day",
  input: ofParcel.extend({ day: z.iso.date("Choose one of the days") }),
  run: async (work, { day }, choosing) => {
    const closed = unlessOpen(choosing);
    if (closed) return closed;
    if (!choosing.days.includes(day)) return refuse("invalid", "unknown_day");
    await leavePlannedRuns(work, choosing, (planned) => planned === day);
    const eventId = await writeChoice(work, choosing, { kind: "day", day, text: nearDay(day) });
    await deliverAgain(work, choosing);
    await tellSender(work, choosing, eventId);
    return { ok: true };
  },
});

/** CHOICE-1: the receiver chooses an office of the company, where the parcel waits to be collected. */
export const chooseHold = operation({
  ...ofChoice,
  name: "receivers.choose_hold",
  input: ofParcel.extend({ hub: z.string("Choose one of our offices") }),
  run: async (work, { hub: hubId }, choosing) => {
    const closed = unlessOpen(choosing);
    if (closed) return closed;
    const { booking, places } = choosing;
    const offered = hubsToCollect(await activeHubsIn(work.tx, work.services), booking, choosing);
    const hub = offered.find(({ id }) => id === hubId);
    if (!hub) return refuse("invalid", "unknown_hub");
    await leavePlannedRuns(work, choosing);
    await deliverAgain(work, choosing);
    const before = choosing.chosen.get("plan");
    const toHub = places[0]?.toHubId ?? null;
    const hubBefore = before?.kind === "hold" && toHub === before.hubId ? before.hubBefore : toHub;
    const eventId = await writeChoice(work, choosing, { kind: "hold", hubId, hubBefore, text: hub.name });
    await work.tx
      .update(pieces)
      .set({ toHubId: hubId })
      .where(
        inArray(
          pieces.id,
          places.map(({ pieceId }) => pieceId),
        ),
      );
    if (places.every(({ holderKind, holderId }) => holderKind === "hub" && holderId === hubId))
      await recordChoice(work, choosing, "held_for_collection", hubId);
    else await tellSender(work, choosing, eventId);
    return { ok: true };
  },
});

/** CHOICE-1: the receiver refuses the parcel. It is removed from planned runs, and the sender is asked (CHOICE-3). */
export const announceRefusal = operation({
  ...ofChoice,
  name: "receivers.announce_refusal",
  input: ofParcel.extend({ words: textOrNull(MAX_CHOICE_WORDS) }),
  run: async (work, { words: said }, choosing) => {
    const closed = unlessOpen(choosing);
    if (closed) return closed;
    await leavePlannedRuns(work, choosing);
    const eventId = await writeChoice(work, choosing, { kind: "refuse", words: said, text: said });
    await tellSender(work, choosing, eventId);
    return { ok: true };
  },
});

/** CHOICE-1: the receiver names another person who may take the parcel. The rider sees the name. */
export const namePerson = operation({
  ...ofChoice,
  name: "receivers.name_person",
  input: ofParcel.extend({
    taker: z.enum(TAKERS, "Choose who it is"),
    takerName: nameText("Enter their name", 80),
    takerPhone: phoneField("Enter their phone number"),
  }),
  run: async (work, { code: _code, ...person }, choosing) => {
    const closed = unlessOpen(choosing);
    if (closed) return closed;
    const facts = { kind: "person" as const, day: null, hub: null, words: null, ...person };
    await writeChoice(work, choosing, { kind: "person", ...person, text: choiceText(facts) });
    return { ok: true };
  },
});

const writing = (kind: Extract<ChoiceKind, "landmark" | "note">, name: string) =>
  operation({
    ...ofChoice,
    name,
    input: ofParcel.extend({ words, ...rememberFields }),
    run: async (work, { words: said, remember, language }, choosing) => {
      if (choosing.state === "over") return refuse("conflict", "over");
      // A note reaches even a rider who is on the way. A new landmark for a loaded parcel is refused, because the
      // printed label and the phone's list cannot show it.
      const closed = kind === "note" ? null : unlessOpen(choosing);
      if (closed) return closed;
      await writeChoice(work, choosing, { kind, words: said, text: said });
      if (kind === "landmark" && remember)
        await rememberPlace(work.tx, work.at, choosing.booking, { language, words: said });
      return { ok: true };
    },
  });

/** Stores a better landmark, which appears on the label, in the run and on the rider's phone. */
export const giveLandmark = writing("landmark", "receivers.give_landmark");
/** Stores a note to the rider, who may already be on the way. */
export const noteToRider = writing("note", "receivers.note_to_rider");

/** Withdraws a choice. Refuses a choice that has ended and, except for a note, a loaded parcel. */
export const takeBackChoice = operation({
  ...ofChoice,
  name: "receivers.take_back_choice",
  input: ofParcel.extend({ slot: z.enum(CHOICE_SLOTS) }),
  run: async (work, { slot }, choosing) => {
    if (choosing.state === "over") return refuse("conflict", "over");
    const closed = slot === "note" ? null : unlessOpen(choosing);
    if (closed) return closed;
    const chosen = choosing.chosen.get(slot);
    if (!chosen) return refuse("conflict", "nothing_chosen");
    await endChoice(work, choosing, chosen, "taken_back");
    await touchRuns(work, choosing);
    const eventId = await noteEvent(work, choosing.booking, "choice_ended", CHOICE_FACTS[chosen.kind].label);
    if (chosen.kind !== "day") await deliverAgain(work, choosing);
    if (slot === "plan") await tellSender(work, choosing, eventId);
    return { ok: true };
  },
});

const tellSender = (
  { services, tx }: Choose,
  { booking: { id } }: Choosing,
  eventId: number,
): Promise<void> => notify(services, tx, { event: "receiver_chose", about: { bookingId: id, eventId } });
