import { expect, test } from "vitest";
import { stateProblem } from "./state-question.ts";

const problem = (address: string, chosen: string, sure = "") =>
  stateProblem({ address, chosen, sure, name: "pickup address" });

test.each([
  ["Uyo", "Kano", "The pickup address says Akwa Ibom. Choose Akwa Ibom, or tick that it is in Kano."],
  [
    "Karu",
    "Lagos",
    "The pickup address says FCT (Abuja) or Nasarawa. Choose one of them, or tick that it is in Lagos.",
  ],
])("[BOOK-7] '%s' beside %s is refused until it is ticked, for that state alone", (address, chosen, text) => {
  expect(problem(address, chosen)).toEqual({ sure: text });
  expect(problem(address, chosen, "Oyo")).toEqual({ sure: text });
  expect(problem(address, chosen, chosen)).toEqual({});
});

test.each([
  ["Karu", "Nasarawa"],
  ["Karu", "FCT"],
  ["Bodija Market", "Lagos"],
  ["10 Calabar Road", "Lagos"],
])("[BOOK-7] '%s' beside %s contradicts nothing", (address, chosen) =>
  expect(problem(address, chosen)).toEqual({}),
);
