import { expect, test } from "vitest";
import { spaceWarning } from "./space.ts";

test("[PHONE-8] below 200 MB the phone says how little is left and what helps; with more, or where nobody knows, nothing", () => {
  expect(spaceWarning(199_999_999)).toBe(
    "Little space is left on this phone (200 MB). Delete videos or apps before you go on.",
  );
  expect(spaceWarning(12_400_000)).toContain("(12 MB)");
  expect(spaceWarning(0)).toContain("(0 MB)");
  expect([spaceWarning(200_000_000), spaceWarning(64e9), spaceWarning(null)]).toEqual([null, null, null]);
});
