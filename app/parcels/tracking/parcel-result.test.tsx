import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { BOOKING_STATUSES } from "../../domain/delivery-status.ts";
import { TranslationContext } from "../../languages/use-text.ts";
import { translationOf } from "../../languages/translations.server.ts";
import type { Translation } from "../../languages/translation.ts";
import { cachedHtml } from "../../platform/cache/cached-html.server.ts";
import { CachedHtml } from "../../ui/cached-html.ts";
import { ParcelPanel } from "./parcel-panel.tsx";
import { ParcelResult } from "./parcel-result.tsx";
import { withParcelWords } from "./parcel-words.ts";
import type { TrackingView } from "./tracking-view.ts";

const AT = new Date("2026-11-26T18:00:00Z");
const event = {
  ...{ at: AT, to: "failed", kind: "attempted", back: false, piece: null, place: null },
  ...{ reason: "refused", note: null, newDay: null, newDayWhy: null, by: null },
} as const satisfies TrackingView["events"][number];
const REFUSED: TrackingView = {
  ...{ trackingCode: "OD06444013NG", status: "failed", deliveryType: "standard", isBrought: false },
  ...{ origin: { town: null, state: "Kano" }, destination: { town: "Ikeja", state: "Lagos" } },
  ...{
    bookedAt: AT,
    pickupDay: null,
    pickupHalf: null,
    promisedDay: AT,
    deliveredAt: null,
    late: false,
    goesOutNext: false,
    missed: null,
    tellBy: null,
    packageDescription: "Package",
  },
  ...{ pieces: 1, deliveredPieces: 0, outForDelivery: false, news: "attempted", triedAgainOn: null },
  waitsForSender: false,
  ...{ events: [event], fullDetails: null },
};
type Details = NonNullable<TrackingView["fullDetails"]>;
const FACTS: Pick<Details, "sender" | "receiver"> = {
  sender: [["Sender", "Ada Obi"]],
  receiver: [["Receiver", "Zara Musa"]],
};
const own = (asked: Details["asked"]) => ({ fullDetails: { ...FACTS, proof: null, toSender: true, asked } });

function pageOf(parcel: TrackingView, translation: Translation | null) {
  const said = withParcelWords(parcel);
  const Page = createRoutesStub([
    {
      path: "/",
      Component: () => (
        <TranslationContext value={translation}>
          <ParcelResult parcel={said} promise={false} head={null} />
          <ParcelPanel parcel={said} line="open" share="" />
        </TranslationContext>
      ),
    },
  ]);
  return <Page />;
}

/** Returns the text of the page, and the link to the page on which the sender decides. */
function shown(parcel: TrackingView, translation: Translation | null = null) {
  const html = renderToStaticMarkup(pageOf(parcel, translation));
  return {
    text: html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " "),
    decides: /href="(\/bookings\/[^"]+)"/.exec(html)?.[1] ?? null,
  };
}

test("[CHOICE-3] a refused parcel's sender reads that we ask them, with the link; others read what they did", () => {
  const stranger = shown(REFUSED);
  expect(stranger.text).toContain(
    "The receiver did not accept the parcel. We ask the sender what to do next.",
  );
  expect(stranger.text).not.toMatch(/We ask you|Tell us/);
  expect(stranger.decides).toBeNull();
  const sender = shown({ ...REFUSED, ...own("refused") });
  expect(sender.text).toContain("The receiver did not accept the parcel. We ask you what to do next.");
  expect(sender.text).not.toContain("We ask the sender");
  expect(sender.decides).toBe("/bookings/OD06444013NG");
  expect(shown({ ...REFUSED, ...own(null) }).decides).toBeNull();
});

test("[CHOICE-3] while the sender is asked, no day is promised to them at our office", () => {
  const there: TrackingView = { ...REFUSED, status: "in_transit", news: null };
  expect(shown(there).text).toContain("Arriving by");
  const { text, decides } = shown({ ...there, ...own("unwanted") });
  expect(text).not.toMatch(/Arriving by|at the latest/);
  expect(text).toContain("The receiver does not want the parcel. We ask you what to do next.");
  expect(decides).toBe("/bookings/OD06444013NG");
});

test("[CHOICE-3] while the sender is asked, others read that at our office, and no day", () => {
  const asked: TrackingView = { ...REFUSED, status: "in_transit", news: null, waitsForSender: true };
  for (const parcel of [asked, { ...asked, status: "pending" } as const]) {
    const [head] = shown(parcel).text.split("Status:");
    expect(head).toContain("We ask the sender what to do next.");
    expect(shown(parcel).text).not.toMatch(/Arriving by|at the latest|Late/);
  }
  expect(shown({ ...asked, late: true }).text).not.toContain("Late");
  expect(shown({ ...asked, ...own("refused") }).text.split("Status:")[0]).toContain("We ask you");
});

test("[CHOICE-3] [TRACK-11] the question is in the language of the page", () => {
  const { text } = shown({ ...REFUSED, ...own("refused") }, translationOf("pcm", "track"));
  expect(text).toContain("The person no gree collect the parcel. We go ask you wetin to do next.");
  expect(text).toContain("Tell us wetin to do");
});

test("[TRACK-12] what is back at its sender promises no next step", () => {
  const returned: TrackingView = {
    ...REFUSED,
    news: "returned",
    events: [event, { ...event, kind: "returned", reason: null }],
  };
  const head = shown(returned).text.split("What happened so far")[0];
  expect(head).toContain("Returned to the sender");
  expect(head).not.toMatch(/did not accept|what to do next|try again/);
});

test("[TRACK-3] the cached steps and route are those of the page, for each state, language and pair of places", () => {
  const partsOfPage = cachedHtml();
  const places = [REFUSED.destination, { town: null, state: "FCT" }];
  for (const translation of [null, translationOf("pcm", "track")])
    for (const status of BOOKING_STATUSES)
      for (const destination of places)
        for (const isBrought of [false, true]) {
          const page = pageOf({ ...REFUSED, status, destination, isBrought, news: null }, translation);
          const parts = partsOfPage();
          const text = renderToString(<CachedHtml value={parts.put}>{page}</CachedHtml>);
          expect(text.split("<!--cached ")).toHaveLength(4);
          expect(parts.fill([text]).toString()).toBe(renderToString(page));
        }
});
