import { expect, test } from "vitest";
import { recognisePlace } from "./recognise-place.ts";
import { stateProblem } from "./state-question.ts";
import { statesAgainst } from "./state-words.ts";

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

test.each([
  ["Uyo", undefined],
  ["Uyo, Calabar", "Cross River or Akwa Ibom? Choose the state of the pickup address"],
  ["Bodija Market", "Is it in Oyo? Choose the state of the pickup address"],
  ["10 Calabar Road", "Choose the state of the pickup address"],
])("[BOOK-7] without a chosen state '%s' leads to: %s", (address, state) => {
  expect(problem(address, "")).toEqual(state === undefined ? {} : { state });
  expect(statesAgainst(recognisePlace(address), "")).toEqual([]);
});
