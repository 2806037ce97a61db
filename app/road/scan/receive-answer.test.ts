import { describe, expect, test } from "vitest";
import { receiveAnswer, type HubName, type ReceiveFacts } from "./receive-answer.ts";

const KAN: HubName = { id: "kan", name: "Kano", code: "KAN" };
const IKJ: HubName = { id: "ikj", name: "Ikeja", code: "IKJ" };
const ABJ: HubName = { id: "abj", name: "Abuja", code: "ABJ" };
const linehaul = { name: "IKJ-L-3", kind: "linehaul", hub: IKJ, toHub: KAN, brought: true } as const;
const delivery = { name: "KAN-D-2", kind: "delivery", hub: KAN, toHub: null, brought: true } as const;

const facts = (more: Partial<ReceiveFacts> = {}): ReceiveFacts => ({
  here: KAN,
  from: "partner",
  wasHere: false,
  asked: false,
  newer: null,
  at: "2:05 pm",
  bookedThen: false,
  run: linehaul,
  to: { kind: "hub", hub: KAN },
  place: { town: null, state: "Kano" },
  returning: false,
  undecided: false,
  failedBefore: false,
  piece: { number: 1, of: 1, missing: 0 },
  ...more,
});
const said = (more: Partial<ReceiveFacts>) => {
  const { word, tone, text } = receiveAnswer(facts(more));
  return [word, tone, text];
};

type Row = [title: string, more: Partial<ReceiveFacts>, word: string, tone: string, text: string];
const isAnswered = (_: string, more: Partial<ReceiveFacts>, ...answer: string[]) =>
  expect(said(more)).toEqual(answer);

describe("[SCAN-7] a received piece that was expected", () => {
  test.each<Row>([
    ["by its linehaul", {}, "Right", "yes", "For delivery from here: Kano."],
    [
      "goes on from here",
      { to: { kind: "hub", hub: ABJ }, place: { town: null, state: "FCT" } },
      "Right",
      "yes",
      "For Abuja (ABJ): linehaul.",
    ],
    ["from its sender", { from: "sender", run: null }, "Right", "yes", "For delivery from here: Kano."],
    [
      "back from a delivery run",
      { from: "rider", run: delivery },
      "Right",
      "yes",
      "Back from KAN-D-2. For delivery from here: Kano.",
    ],
    [
      "back from a delivery run, and its sender has not decided",
      { from: "rider", run: delivery, undecided: true },
      "Right",
      "yes",
      "Back from KAN-D-2. Put it aside: the sender has not said yet what to do.",
    ],
    [
      "going back, whatever is asked",
      { from: "rider", run: delivery, undecided: true, returning: true },
      "Right",
      "yes",
      "Back from KAN-D-2. Going back to the sender. For delivery from here: Kano.",
    ],
    [
      "planned on a run from here",
      { from: "hub", run: { ...delivery, brought: false } },
      "Right",
      "yes",
      "For delivery from here: Kano. On KAN-D-2.",
    ],
    [
      "goes back to its sender",
      { returning: true, to: { kind: "hub", hub: IKJ }, place: { town: null, state: "Lagos" } },
      "Right",
      "yes",
      "Going back to the sender. For Ikeja (IKJ): linehaul.",
    ],
    ["a linehaul that came back to its hub", { here: IKJ }, "Right", "yes", "For Kano (KAN): linehaul."],
  ])("%s", isAnswered);
});

describe("[SCAN-7] a received piece that belongs elsewhere, or was received before", () => {
  test.each<Row>([
    [
      "taken elsewhere by its run",
      { here: ABJ },
      "Wrong hub",
      "wrong",
      "IKJ-L-3 takes it to Kano (KAN). Taken all the same: the desk decides.",
    ],
    [
      "out for delivery from another hub",
      { here: ABJ, from: "rider", run: delivery },
      "Wrong hub",
      "wrong",
      "KAN-D-2 takes it to Kano (KAN). Taken all the same: the desk decides.",
    ],
    [
      "on no run, for another hub",
      { from: "hub", run: null, to: { kind: "hub", hub: ABJ } },
      "Wrong hub",
      "wrong",
      "It was on no run to here. Taken all the same. For Abuja (ABJ): linehaul.",
    ],
    [
      "on no run, for here",
      { from: "rider", run: null },
      "Not expected",
      "wrong",
      "It was on no run to here. Taken all the same. For delivery from here: Kano.",
    ],
    [
      "planned on a run elsewhere",
      { from: "hub", run: { ...linehaul, toHub: ABJ, brought: false } },
      "Not expected",
      "wrong",
      "It is planned on IKJ-L-3 of Ikeja (IKJ). Taken all the same: the desk decides.",
    ],
    [
      "here already",
      { from: "hub", wasHere: true, run: null },
      "Already here",
      "same",
      "Nothing changed. For delivery from here: Kano.",
    ],
    [
      "here already, and looked for",
      { from: "hub", wasHere: true, asked: true, run: null },
      "Found",
      "yes",
      "It was looked for: that is closed. For delivery from here: Kano.",
    ],
    [
      "delivered before",
      { from: "receiver", run: null },
      "Already delivered",
      "wrong",
      "It was delivered by what we know. Taken all the same: ask the desk. For delivery from here: Kano.",
    ],
  ])("%s", isAnswered);
});

describe("[SCAN-7] a received piece with a question, and one of several", () => {
  test.each<Row>([
    [
      "no hub delivers there",
      { to: { kind: "none" }, place: { town: null, state: "Borno" } },
      "Ask the desk",
      "wrong",
      "No hub is set for Borno. Put it aside: the desk chooses.",
    ],
    [
      "two hubs deliver there",
      { to: { kind: "tie", hubs: [KAN, ABJ] } },
      "Ask the desk",
      "wrong",
      "Kano or Abuja: not clear for Kano. Put it aside: the desk chooses.",
    ],
    [
      "cancelled before it came",
      { from: "sender", run: null, failedBefore: true },
      "Ask the desk",
      "wrong",
      "It failed or was cancelled before it came. Taken all the same.",
    ],
    [
      "scanned before something newer",
      { newer: "with a rider since 3:00 pm" },
      "Kept",
      "same",
      "Kept for 2:05 pm. Newer: with a rider since 3:00 pm.",
    ],
    [
      "scanned before it was booked",
      { bookedThen: true },
      "Right",
      "yes",
      "For delivery from here: Kano. Dated 2:05 pm, when it was booked.",
    ],
    [
      "one of three",
      { piece: { number: 2, of: 3, missing: 1 } },
      "Right",
      "yes",
      "For delivery from here: Kano. Piece 2 of 3, 1 still missing.",
    ],
    [
      "the last of three",
      { piece: { number: 3, of: 3, missing: 0 } },
      "Right",
      "yes",
      "For delivery from here: Kano. Piece 3 of 3, all here.",
    ],
  ])("%s", isAnswered);
});
