import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { PickupCard, PickupDays } from "./pickup-card.tsx";
import type { PickupDay } from "./read-pickups.server.ts";

const day = (on: string, is: PickupDay["is"]): PickupDay => ({ day: on, is, skippedBy: null, taken: null });

test("[PICKUP-6] the closed fold of the last days says how many were not visited", () => {
  const shown = (before: PickupDay[]) => {
    const pickup = { id: "1", version: 1, coming: [], before } as unknown as Parameters<
      typeof PickupDays
    >[0]["pickup"];
    const html = renderToStaticMarkup(
      <PickupDays pickup={pickup} formKey="" busy={false} mayNot="" about="" />,
    );
    return html.replaceAll(/<[^>]*>/g, "|").replaceAll(/\|+/g, "|");
  };
  const [monday, tuesday] = ["2026-11-23", "2026-11-24"];
  expect(shown([day(monday, "missed"), day(tuesday, "missed")])).toBe(
    "|The last days: 2 not visited|Tue, 24 Nov 2026: Not visited|Mon, 23 Nov 2026: Not visited|",
  );
  expect(shown([day(monday, "skipped")])).toMatch(/^\|The last days\|/);
});

test("[PICKUP-1] on a page with several pickups, no two buttons, folds or links have the same name", () => {
  const pickup = (id: string, address: string) =>
    ({
      ...{ id, address, version: 1, name: "Ada", note: null, status: "active", wanted: null, acts: [] },
      ...{ days: [0, 1], fromTime: "15:00", untilTime: "17:00", pausedBy: null, endedAt: null },
      coming: [1, 2, 3, 4, 5, 6, 7].map((n) => day(`2026-12-0${n}`, "due")),
      before: [day("2026-11-23", "missed")],
    }) as unknown as Parameters<typeof PickupCard>[0]["pickup"];
  const card = (id: string, address: string) => (
    <PickupCard
      key={id}
      pickup={pickup(id, address)}
      formKey=""
      busy={false}
      company="Ona"
      editTo={`?edit=${id}`}
    />
  );
  const Page = createRoutesStub([
    { path: "/", Component: () => [card("1", "4 Allen Avenue"), card("2", "12 Toyin Street")] },
  ]);
  const html = renderToStaticMarkup(<Page />);
  const names = [...html.matchAll(/<(?:button|summary|a) ([^>]*)>/g)].map(
    ([, attributes = ""]) => /aria-label="([^"]*)"/.exec(attributes)?.[1],
  );
  // Each card has seven days, four folds, and the buttons and links to change, pause and end.
  expect(names).toHaveLength(2 * (7 + 4 + 3));
  expect(new Set(names).size).toBe(names.length);
  expect(names).toContain("The last days: 1 not visited: Mon and Tue, 15:00 to 17:00, 12 Toyin Street");
});
