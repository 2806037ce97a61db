/** Mutations of the rules about exceptions. Longer than 250 lines because it is one list. */
import { mutationsOf, type Mutation } from "./mutation.ts";

export const CARE_MUTATIONS: Mutation[] = [
  ...mutationsOf(
    "app/care/exceptions/change-exception.server.ts",
    "app/care/exceptions/exceptions.operations.test.ts",
    [["EXC-3", 'await logException(work, exception, "update_exception", "taken");', ""]],
  ),
  ...mutationsOf(
    "app/care/exceptions/piece-steps.server.ts",
    "app/care/exceptions/piece-steps.operations.test.ts",
    [["EXC-4", 'if (piece.holderKind === "receiver") return refuse("conflict", "already_delivered");', ""]],
  ),
  ...mutationsOf(
    "app/care/exceptions/hand-over-steps.server.ts",
    "app/care/exceptions/other-steps.operations.test.ts",
    [["EXC-6", '{ hub: "arrived_at_hub", receiver: "delivered" }', '{ receiver: "delivered" }']],
  ),
  ...mutationsOf(
    "app/care/exceptions/choose-destination.server.ts",
    "app/care/exceptions/other-steps.operations.test.ts",
    [["EXC-7", "some.map(({ id }) => id),", "some.slice(0, 1).map(({ id }) => id),"]],
  ),
  ...mutationsOf(
    "app/care/exceptions/tell-senders.server.ts",
    "app/care/exceptions/other-steps.operations.test.ts",
    [["EXC-8", "eq(runPieces.runId, runId), isNull(runPieces.endedAt)", "eq(runPieces.runId, runId)"]],
  ),
  ...mutationsOf(
    "app/care/exceptions/find-exceptions.server.ts",
    "app/care/exceptions/find-exceptions.operations.test.ts",
    [["EXC-9", " and r.expected_at < ${at(now)}\n", "\n"]],
  ),
  ...mutationsOf(
    "app/care/exceptions/lies-too-long.server.ts",
    "app/care/exceptions/lies-too-long.operations.test.ts",
    [["EXC-10", "then ${ago(now, heldDays * 24)} else", "then ${ago(now, shelfDays * 24)} else"]],
  ),
  ...mutationsOf("app/care/exceptions/ask-sender.ts", "app/care/exceptions/ask-sender.test.ts", [
    [
      "EXC-5",
      '"What shall we do: try again, keep it at our office for collection, or return it to you?"',
      '"What shall we do: try again, or return it to you?"',
    ],
  ]),
];
