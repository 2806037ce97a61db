import { expect, test } from "vitest";
import { SAMPLE_COMPANY } from "../../domain/company.ts";
import { openNow } from "./opening-hours.ts";

test.each([
  ["Friday 7:59 am in Lagos", "2026-11-20T06:59:00Z", false, "Closed now, opens today at 8:00 AM"],
  ["Friday 8 am", "2026-11-20T07:00:00Z", true, "Open now, until 6:00 PM"],
  ["Friday 6 pm", "2026-11-20T17:00:00Z", false, "Closed now, opens tomorrow at 9:00 AM"],
  ["Saturday 2:59 pm", "2026-11-21T13:59:00Z", true, "Open now, until 3:00 PM"],
  ["Saturday 3 pm", "2026-11-21T14:00:00Z", false, "Closed now, opens Monday at 8:00 AM"],
  [
    "Sunday just after midnight in Lagos",
    "2026-11-21T23:01:00Z",
    false,
    "Closed now, opens tomorrow at 8:00 AM",
  ],
  [
    "[COMPANY-3] Christmas, a Friday",
    "2026-12-25T09:00:00Z",
    false,
    "Closed today, Christmas Day, opens Monday at 8:00 AM",
  ],
])("[CONTACT-1] %s", (_when, at, open, text) =>
  expect(openNow(new Date(at), SAMPLE_COMPANY)).toEqual({ open, text }),
);

test("[COMPANY-3] an office without hours is closed, and one that opens at half past says so", () => {
  const none = { hours: [], holidays: [] };
  expect(openNow(new Date("2026-11-20T07:00:00Z"), none)).toEqual({ open: false, text: "Closed now" });
  const late = { hours: [{ first: 4, last: 4, opens: "08:30", closes: "12:00" }], holidays: [] };
  expect(openNow(new Date("2026-11-20T07:00:00Z"), late).text).toBe("Closed now, opens today at 8:30 AM");
});
