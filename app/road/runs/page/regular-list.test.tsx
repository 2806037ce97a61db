import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { RegularList } from "./regular-list.tsx";
import type { RunForms } from "./run-form.tsx";

const forms: RunForms = {
  ...{ formKey: "", version: 1, seen: 0, busy: false, errors: {}, values: {}, pinNeeded: [] },
  mayNot: { plan: null, load: null, work: null },
};
const stop = (name: string, taken: number | null) => ({
  ...{ id: name, pickupId: name, name, phone: "+2348035550101", phoneText: "0803 555 0101" },
  ...{ address: "4 Allen Avenue", town: "Ikeja", state: "Lagos" as const, note: null },
  ...{ fromTime: "15:00", untilTime: "17:00", visitedAt: taken === null ? null : new Date(), taken },
});

test("[PICKUP-3] each button of a run's regular pickups names its sender", () => {
  const regular = [stop("Amaka Obi", null), stop("Bola Ade", null), stop("Chidi Eze", 2)];
  const run = { kind: "pickup", state: "out" } as Parameters<typeof RegularList>[0]["run"];
  const Page = createRoutesStub([
    { path: "/", Component: () => <RegularList {...{ run, regular, forms }} waiting={0} /> },
  ]);
  const names = [...renderToStaticMarkup(<Page />).matchAll(/<button[^>]* aria-label="([^"]*)"/g)];
  expect(names.map(([, name]) => name)).toEqual([
    "Visited: Amaka Obi, 4 Allen Avenue",
    "Take off this run: Amaka Obi, 4 Allen Avenue",
    "Visited: Bola Ade, 4 Allen Avenue",
    "Take off this run: Bola Ade, 4 Allen Avenue",
    "Correct: Chidi Eze, 4 Allen Avenue",
  ]);
});
