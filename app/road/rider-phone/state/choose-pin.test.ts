import { expect, test } from "vitest";
import { choosing } from "./choose-pin.ts";

test("[DEVICE-4] a PIN is chosen by typing it twice; the message about a difference goes with the next PIN", () => {
  expect(choosing(null, "271828")).toEqual({ first: "271828", problem: null, chosen: null });
  expect(choosing("271828", "271828")).toMatchObject({ problem: null, chosen: "271828" });
  const differs = choosing("271828", "271829");
  expect(differs).toMatchObject({ first: null, chosen: null });
  expect(differs.problem).toContain("The two are not the same");
  expect(choosing(differs.first, "314159").problem).toBeNull();
});
