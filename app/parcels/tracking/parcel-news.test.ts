import { expect, test } from "vitest";
import type { StateEvent } from "../../domain/booking-state.ts";
import type { EventKind } from "../../domain/event-kinds.ts";
import { eventName, publicWords, withBack } from "../../domain/going-back.ts";
import { parcelNews } from "./parcel-news.ts";

/** Makes events in this order, an hour apart. The number beside a kind is the number of the piece. */
const told = (...kinds: (EventKind | [EventKind, number])[]): StateEvent[] =>
  kinds.map((told, id) => {
    const [kind, piece] = typeof told === "string" ? [told, null] : told;
    return {
      ...{ id, kind, piece, occurredAt: new Date(id * 3_600_000) },
      ...{ toStatus: "in_transit", undoes: null, phone: null },
    };
  });

test("[TRACK-12] a parcel that cannot arrive by a day says so: tried, ready to collect, going back, returned", () => {
  const newsOf = (...kinds: EventKind[]) => parcelNews(1, told("booked", ...kinds)).news;
  expect(newsOf()).toBeNull();
  expect(newsOf("picked_up", "arrived_at_hub", "out_for_delivery")).toBeNull();
  expect(newsOf("out_for_delivery", "attempted")).toBe("attempted");
  expect(newsOf("attempted", "arrived_at_hub")).toBeNull();
  expect(newsOf("attempted", "held_for_collection", "noted", "paid")).toBe("held_for_collection");
  expect(newsOf("held_for_collection", "delivered")).toBeNull();
  expect(newsOf("attempted", "status_set")).toBeNull();
});

test("[TRACK-12] what goes back is on its way to the sender from hub to hub, until it is returned or sent out anew", () => {
  const newsOf = (...kinds: EventKind[]) => parcelNews(1, told("booked", "attempted", ...kinds)).news;
  expect(newsOf("return_started")).toBe("return_started");
  expect(newsOf("return_started", "left_hub", "arrived_at_hub", "out_for_delivery")).toBe("return_started");
  expect(newsOf("return_started", "left_hub", "returned")).toBe("returned");
  expect(newsOf("return_started", "rescheduled", "out_for_delivery")).toBeNull();
});

test("[TRACK-12] of several pieces it says how many are delivered, and the rest's news where all of it has the same", () => {
  const three = (...kinds: Parameters<typeof told>) => parcelNews(3, told("booked", ...kinds));
  expect(three(["delivered", 1])).toMatchObject({ news: null, deliveredPieces: 1 });
  expect(three(["delivered", 1], ["delivered", 3], ["attempted", 2])).toMatchObject({
    news: "attempted",
    deliveredPieces: 2,
  });
  expect(three(["attempted", 1])).toMatchObject({ news: null, deliveredPieces: 0 });
  expect(three("attempted", ["return_started", 1])).toMatchObject({ news: null, deliveredPieces: 0 });
  expect(three("delivered")).toMatchObject({ news: null, deliveredPieces: 3 });
});

test("[RECEIVER-4] a parcel is out for delivery while a piece of it is, unless that goes back to the sender", () => {
  const isOut = (...kinds: Parameters<typeof told>) => parcelNews(2, told("booked", ...kinds)).outForDelivery;
  expect(isOut("arrived_at_hub")).toBe(false);
  expect(isOut("out_for_delivery")).toBe(true);
  expect(isOut("out_for_delivery", ["delivered", 1])).toBe(true);
  expect(isOut("out_for_delivery", ["delivered", 1], ["attempted", 2])).toBe(false);
  expect(isOut("out_for_delivery", "noted")).toBe(true);
  expect(isOut("return_started", "out_for_delivery")).toBe(false);
});

test("[TRACK-12] out with a rider on its way back it is not out for delivery, and is again once it goes to the receiver", () => {
  const events = withBack(
    told(
      "booked",
      "out_for_delivery",
      "return_started",
      "out_for_delivery",
      "rescheduled",
      "out_for_delivery",
    ),
  ).filter(({ kind }) => kind === "out_for_delivery");
  expect(events.map(publicWords)).toEqual([
    "Out for delivery",
    "Going back to the sender",
    "Out for delivery",
  ]);
  expect(events.map(eventName)[1]).toBe("On its way back to the sender");
});
