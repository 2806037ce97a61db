import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PickupDays } from "./pickup-card.tsx";
import type { PickupDay } from "./read-pickups.server.ts";

const day = (on: string, is: PickupDay["is"]): PickupDay => ({ day: on, is, skippedBy: null, taken: null });

test("[PICKUP-6] the closed fold of the last days says how many were not visited", () => {
  const shown = (before: PickupDay[]) => {
    const pickup = { id: "1", version: 1, coming: [], before } as unknown as Parameters<
      typeof PickupDays
    >[0]["pickup"];
    const html = renderToStaticMarkup(<PickupDays pickup={pickup} formKey="" busy={false} mayNot="" />);
    return html.replaceAll(/<[^>]*>/g, "|").replaceAll(/\|+/g, "|");
  };
  const [monday, tuesday] = ["2026-11-23", "2026-11-24"];
  expect(shown([day(monday, "missed"), day(tuesday, "missed")])).toBe(
    "|The last days: 2 not visited|Tue, 24 Nov 2026: Not visited|Mon, 23 Nov 2026: Not visited|",
  );
  expect(shown([day(monday, "skipped")])).toMatch(/^\|The last days\|/);
});
