import { expect, test } from "vitest";
import type { TrackingView } from "../tracking/tracking-view.ts";
import { ownState, ownStateText } from "./own-state.ts";

const event = (reason: TrackingView["events"][number]["reason"]) =>
  ({ reason }) as TrackingView["events"][number];
type Parcel = Parameters<typeof ownState>[0];
const parcel = (more: Partial<Parcel> = {}): Parcel => ({
  status: "in_transit",
  news: null,
  events: [],
  ...more,
});

test("[BOOK-28] the page of an own booking says where the parcel is that cannot be changed any more", () => {
  expect(ownState(parcel())).toBe("with_us");
  expect(ownState(parcel({ status: "failed", news: "attempted", events: [event("refused")] }))).toBe(
    "with_us",
  );
  expect(ownState(parcel({ news: "return_started", events: [event("refused")] }))).toBe("return_started");
  expect(ownState(parcel({ status: "failed", news: "returned" }))).toBe("returned");
  expect(ownState(parcel({ status: "delivered" }))).toBe("arrived");
  expect(ownState(parcel({ status: "failed", events: [event("cancelled")] }))).toBe("cancelled");
  expect(ownStateText("return_started")[1]).toContain("A return was asked for");
  expect(ownStateText("returned")[0]).toBe("This parcel is back with you");
});
