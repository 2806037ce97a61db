/**
 * STATUS-9: the kinds of a booking's events. For each kind, this table has the name, the status, the public text, the
 * authors, the consequences (event-follows.ts) and the kinds that usually follow. The kinds that usually follow decide
 * about buttons and warnings. Other kinds may follow too, because true deeds arrive late and out of order.
 * Longer than 250 lines because it is one table.
 */
import type { HolderKind } from "./holders.ts";
import type { BookingStatus } from "./delivery-status.ts";
import type { MessageKind } from "./receiver-messages.ts";
import { wordsOf } from "./words-of.ts";

/** The author of an event. `staff`: the office, also on behalf of a rider who calls; `rider`: the rider's phone. */
type EventAuthor = "staff" | "rider" | "sender" | "receiver" | "program";

export type SenderMail = "booking_made" | "status_changed" | "booking_corrected";

type EventFacts = {
  name: string;
  /**
   * The status that the event sets. Null if none, or if the event's row names the status (`status_set`, `undone`).
   */
  leadsTo: BookingStatus | null;
  /** The holder who gets the piece. Missing if the event moves no piece. */
  givesTo?: HolderKind;
  /** True if the event happened at a hub: the hub's town is then the place of the event. */
  atHub?: true;
  /**
   * The text that the public reads beside the event's town. Null if the event is not public, or its status says enough.
   */
  publicText: string | null;
  by: readonly EventAuthor[];
  mail: SenderMail | null;
  /** TELL-1: the message that the receiver gets. Null if the receiver gets none. */
  message: MessageKind | null;
  /** CHOICE-5: true if the receiver is asked to confirm the event's reason. Some reasons need no question. */
  asks?: true;
  /** RECEIVER-4: true if the receiver needs the PIN after this event. */
  pin?: true;
  /** TRIP-9: true if the event opens an exception for dispatch after a refusal or after the last attempt. */
  opens?: true;
  next: readonly string[];
};

const OFFICE = ["staff"] as const;
const ROAD = ["staff", "rider"] as const;

/** The facts of an event that sets no status, is not public, sends no mail, and has no kind that usually follows. */
const PLAIN = { leadsTo: null, publicText: null, mail: null, message: null, next: [] };

const EVENT_FACTS_TABLE = {
  booked: {
    name: "Booked",
    leadsTo: null,
    publicText: null,
    by: ["staff", "sender"],
    mail: "booking_made",
    message: null,
    next: ["picked_up", "arrived_at_hub"],
  },
  status_set: {
    name: "Status set",
    leadsTo: null,
    publicText: null,
    by: OFFICE,
    mail: "status_changed",
    message: null,
    asks: true,
    next: [],
  },
  undone: { ...PLAIN, name: "Undone", by: OFFICE },
  picked_up: {
    name: "Picked up",
    givesTo: "rider",
    leadsTo: "in_transit",
    publicText: "Picked up",
    by: ROAD,
    mail: "status_changed",
    message: null,
    next: ["arrived_at_hub"],
  },
  arrived_at_hub: {
    name: "Arrived at hub",
    givesTo: "hub",
    atHub: true,
    leadsTo: "in_transit",
    publicText: "Arrived at our office",
    by: ROAD,
    mail: null,
    message: null,
    next: ["left_hub", "out_for_delivery", "held_for_collection"],
  },
  left_hub: {
    name: "Left hub",
    givesTo: "rider",
    atHub: true,
    leadsTo: "in_transit",
    publicText: "Left our office",
    by: ROAD,
    mail: null,
    message: null,
    next: ["arrived_at_hub"],
  },
  out_for_delivery: {
    name: "Out for delivery",
    givesTo: "rider",
    atHub: true,
    leadsTo: "in_transit",
    publicText: "Out for delivery",
    by: ROAD,
    mail: "status_changed",
    message: "out_for_delivery",
    pin: true,
    next: ["delivered", "attempted"],
  },
  attempted: {
    name: "Delivery attempted",
    leadsTo: "failed",
    publicText: "Delivery attempted",
    by: ROAD,
    mail: "status_changed",
    message: "could_not_deliver",
    asks: true,
    opens: true,
    next: ["arrived_at_hub", "rescheduled", "out_for_delivery", "return_started"],
  },
  rescheduled: {
    name: "New delivery day",
    leadsTo: "in_transit",
    publicText: "Delivery on another day",
    by: ["staff", "rider", "sender"],
    mail: "status_changed",
    message: "new_day",
    next: ["out_for_delivery"],
  },
  held_for_collection: {
    name: "Held for collection",
    atHub: true,
    leadsTo: "in_transit",
    publicText: "Ready to collect at our office",
    by: OFFICE,
    mail: "status_changed",
    message: null,
    next: ["delivered", "return_started"],
  },
  delivered: {
    name: "Delivered",
    givesTo: "receiver",
    leadsTo: "delivered",
    publicText: "Delivered",
    by: ROAD,
    mail: "status_changed",
    message: "delivered",
    next: [],
  },
  return_started: {
    name: "Return started",
    leadsTo: "in_transit",
    publicText: "Going back to the sender",
    by: OFFICE,
    mail: null,
    message: null,
    next: ["left_hub", "out_for_delivery", "returned"],
  },
  returned: {
    name: "Returned to sender",
    givesTo: "sender",
    leadsTo: "failed",
    publicText: "Returned to the sender",
    by: ROAD,
    mail: "status_changed",
    message: null,
    next: [],
  },
  cancelled: {
    name: "Cancelled",
    leadsTo: "failed",
    publicText: "Cancelled by the sender",
    by: ["staff", "sender"],
    mail: "status_changed",
    message: null,
    next: [],
  },
  incident: { ...PLAIN, name: "Incident", by: ROAD },
  corrected: {
    name: "Details corrected",
    leadsTo: null,
    publicText: "Details corrected",
    by: ["staff", "sender"],
    mail: "booking_corrected",
    message: null,
    next: [],
  },
  price_set: { ...PLAIN, name: "Price set", by: OFFICE },
  price_accepted: { ...PLAIN, name: "Price accepted", by: ["sender"] },
  paid: { ...PLAIN, name: "Payment", by: ["staff", "program"] },
  not_received: { ...PLAIN, name: "Receiver says: not received", by: ["receiver"] },
  claim_opened: { ...PLAIN, name: "Claim opened", by: OFFICE },
  claim_decided: { ...PLAIN, name: "Claim decided", by: OFFICE },
  day_chosen: { ...PLAIN, name: "Receiver chose another day", by: ["receiver"] },
  hold_chosen: { ...PLAIN, name: "Receiver will collect it", by: ["receiver"] },
  person_named: { ...PLAIN, name: "Receiver named who takes it", by: ["receiver"] },
  landmark_given: { ...PLAIN, name: "Landmark from the receiver", by: ["receiver"] },
  refusal_announced: { ...PLAIN, name: "Receiver does not want it", by: ["receiver"] },
  rider_note: { ...PLAIN, name: "Note to the rider from the receiver", by: ["receiver"] },
  choice_ended: { ...PLAIN, name: "Receiver's choice taken back", by: ["receiver", "sender", "staff"] },
  attempt_confirmed: { ...PLAIN, name: "Receiver confirmed the attempt", by: ["receiver"] },
  attempt_denied: { ...PLAIN, name: "Receiver denied the attempt", by: ["receiver"] },
  day_moved: {
    ...PLAIN,
    name: "New day",
    publicText: "New delivery day",
    by: ["staff", "rider", "program"],
    mail: "status_changed",
    message: "new_day",
  },
  noted: { ...PLAIN, name: "Team note", by: OFFICE },
} satisfies Record<string, EventFacts>;

export type EventKind = keyof typeof EVENT_FACTS_TABLE;
export const EVENT_FACTS: Record<EventKind, EventFacts> = EVENT_FACTS_TABLE;
export const EVENT_KINDS = wordsOf(EVENT_FACTS_TABLE);

/** The kinds of events that move a parcel. Each of them leads to a status. */
export const ROAD_KINDS = [
  "picked_up",
  "arrived_at_hub",
  "left_hub",
  "out_for_delivery",
  "attempted",
  "rescheduled",
  "held_for_collection",
  "delivered",
  "return_started",
  "returned",
] as const satisfies readonly EventKind[];
export type RoadKind = (typeof ROAD_KINDS)[number];

/** The kinds of events about money. They change no status, and only the sender and staff see them. */
export const MONEY_EVENT_KINDS = [
  "price_set",
  "price_accepted",
  "paid",
] as const satisfies readonly EventKind[];
export type MoneyEventKind = (typeof MONEY_EVENT_KINDS)[number];
/** The kinds of events about a claim. They change no status, and only the sender and staff see them. */
export const CLAIM_EVENT_KINDS = [
  "not_received",
  "claim_opened",
  "claim_decided",
] as const satisfies readonly EventKind[];
/** CHOICE-1, CHOICE-5: the receiver's choices and answers. They set no status. Only the sender and staff see them. */
const CHOICE_EVENT_KINDS = [
  "day_chosen",
  "hold_chosen",
  "person_named",
  "landmark_given",
  "refusal_announced",
  "rider_note",
  "choice_ended",
  "attempt_confirmed",
  "attempt_denied",
] as const satisfies readonly EventKind[];
export type ChoiceEventKind = (typeof CHOICE_EVENT_KINDS)[number];
const PRIVATE_KINDS = new Set<string>([...MONEY_EVENT_KINDS, ...CLAIM_EVENT_KINDS, ...CHOICE_EVENT_KINDS]);
/**
 * True for private events: money, claims, and a receiver's choices and answers. A person who has only the tracking code
 * does not see them.
 */
export const isPrivateEvent = (kind: string): boolean => PRIVATE_KINDS.has(kind);
/** A note that only staff see. It changes no fact of the booking. */
export const STAFF_EVENT_KIND = "noted" satisfies EventKind;
/** True for events that only staff see. */
export const isStaffEvent = (kind: string): boolean => kind === STAFF_EVENT_KIND || kind === "incident";

/** The kinds of events without a status or consequences: money, claims, choices, and events that only staff see. */
export type QuietKind =
  | MoneyEventKind
  | (typeof CLAIM_EVENT_KINDS)[number]
  | ChoiceEventKind
  | typeof STAFF_EVENT_KIND
  | "incident";
export const isQuietKind = (kind: EventKind): kind is QuietKind => isPrivateEvent(kind) || isStaffEvent(kind);

/** The values before and after a correction, keyed by the label of the field. */
export type Corrections = Record<string, [string, string]>;
