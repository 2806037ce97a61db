import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { NewDayPart } from "./new-day-part.tsx";

/** The field of the new day, on Saturday, 28 Nov 2026, 7:27 pm in Lagos. */
function fieldOf(promised: string): string {
  const promisedDay = new Date(`${promised}T12:00:00+01:00`);
  const booking = { id: "1", trackingCode: "OD10000001NG", promisedDay, estimatedDelivery: promisedDay };
  const now = new Date("2026-11-28T18:27:00Z");
  const Page = createRoutesStub([
    { path: "/", Component: () => <NewDayPart {...{ booking, now }} formKey="" mayNot={null} /> },
  ]);
  return /<input[^>]*name="newDay"[^>]*>/.exec(renderToStaticMarkup(<Page />))![0];
}

test("[STATUS-10] a new day is chosen from today on, and a day that is over is not proposed", () => {
  for (const part of ['min="2026-11-28"', 'max="2026-12-28"', 'value="2026-12-02"'])
    expect(fieldOf("2026-12-02")).toContain(part);
  expect(fieldOf("2026-11-26")).toContain('value="2026-11-28"');
});
