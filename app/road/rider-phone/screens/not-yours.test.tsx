/** DEED-13, PHONE-16: the list of deeds that wait for another rider or the office, with their Lagos times. */
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { NotYours } from "./not-yours.tsx";
import type { OpenDay } from "./use-day.ts";

const HOUR = 3_600_000;

test("[PHONE-16] a phone whose clock is two hours slow shows the true time of a deed that is not the rider's", () => {
  const at = Date.parse("2026-11-30T08:05:00Z");
  const clock = { at, mono: 5000, boot: "one" };
  const known = { at, mono: 5000, boot: "one", lead: 2 * HOUR };
  const deed = { id: "1", clock, known, did: { kind: "delivered", pieces: [] } };
  const open = { day: { runs: [] }, phone: { deeds: [{ deed, why: ["not_yours"] }] } };
  expect(renderToStaticMarkup(<NotYours open={open as unknown as OpenDay} />)).toContain("11:05");
});
