import { expect, test } from "vitest";
import { EVENT_FACTS, EVENT_KINDS, type EventKind } from "../../domain/event-kinds.ts";
import { roadMail } from "./road-mail.ts";

const NOON = new Date("2026-11-23T11:00:00Z");
const event = {
  occurredAt: NOON,
  now: NOON,
  reason: null,
  code: "OD48210973NG",
  destination: "Kano",
  hub: null,
  returning: false,
  asked: false,
};
const of = (kind: EventKind, more: Partial<Parameters<typeof roadMail>[0]> = {}) =>
  roadMail({ ...event, kind, ...more });

test("[MAIL-4] each kind of the road that is mailed has words of its own, but Delivered; the others have none", () => {
  const mailed = EVENT_KINDS.filter((kind) => EVENT_FACTS[kind].mail !== null);
  // An arrival is mailed only if it is the first news of the parcel, so its kind has no mail of its own.
  const others = EVENT_KINDS.filter((kind) => of(kind) !== null && kind !== "arrived_at_hub");
  expect(of("arrived_at_hub")?.heading).toBe("Received at our office");
  expect(others).toEqual(
    mailed.filter(
      (kind) => !["booked", "status_set", "delivered", "cancelled", "corrected", "day_moved"].includes(kind),
    ),
  );
});

test("[MAIL-4] out for delivery is of today on its day alone, and says so of a parcel that comes back", () => {
  expect(of("out_for_delivery")?.heading).toBe("Out for delivery in Kano today");
  const tomorrow = new Date(NOON.getTime() + 13 * 3_600_000);
  expect(of("out_for_delivery", { now: tomorrow })?.heading).toBe("Out for delivery in Kano");
  expect(of("out_for_delivery", { returning: true })).toMatchObject({
    heading: "Coming back to you today",
    noDay: true,
  });
});

test("[MAIL-4] an attempt says why in the subject, and what happens next", () => {
  expect(of("attempted", { reason: "nobody_home" })).toEqual({
    heading: "We tried to deliver your parcel",
    subject: "We tried to deliver OD48210973NG: nobody home",
    news: "We tried to deliver your parcel in Kano. Nobody was home to receive the parcel. We will try again on the next working day.",
    facts: [
      ["Why", "Nobody was home to receive the parcel."],
      ["What happens next", "We will try again on the next working day."],
    ],
  });
  expect(of("attempted", { reason: "refused" })?.facts?.[1]).toEqual([
    "What happens next",
    "We ask you what to do next.",
  ]);
  expect(of("attempted", { reason: "nobody_home", asked: true })?.news).toContain(
    "We ask you what to do next.",
  );
  expect(of("attempted")?.news).toBe("We tried to deliver your parcel in Kano.");
  expect(of("attempted", { returning: true, reason: "nobody_home" })?.subject).toBe(
    "We tried to bring back OD48210973NG: nobody home",
  );
});

test("[MAIL-4] [MAIL-3] ready to collect says where, when and by which phone; what staff typed is no link", () => {
  const hub = {
    name: "Sabon Gari",
    address: "7 Airport Road",
    town: null,
    state: "Kano",
    phone: "+2348031234567",
    hours: "Mon-Fri 8:00-18:00\nSat 9:00-13:00",
  };
  const ready = of("held_for_collection", { hub })!;
  expect(ready).toMatchObject({ heading: "Ready to collect at our office", noDay: true });
  expect(ready.facts!.map((fact) => fact.map((text) => text.replaceAll("\u200B", "")))).toEqual([
    ["Our office", "Sabon Gari, 7 Airport Road, Kano"],
    ["Open", "Mon-Fri 8:00-18:00, Sat 9:00-13:00"],
    ["Phone", "0803 123 4567"],
  ]);
  const { facts } = of("held_for_collection", { hub: { ...hub, hours: "", address: "www.bad.example" } })!;
  expect(facts!.map(([name]) => name)).toEqual(["Our office", "Phone"]);
  expect(facts![0]![1]).not.toContain("www.bad.example");
});
