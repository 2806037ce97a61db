/** CHOICE-3: the sender decides about a refused or undelivered parcel: try again, hold, or return it. */
import { and, eq, inArray, isNull } from "drizzle-orm";
import * as z from "zod";
import { shownAuthor } from "../../access/author.server.ts";
import { asSystem } from "../../access/actors.server.ts";
import { everybody } from "../../access/by.server.ts";
import { STEP_FACTS } from "../../domain/exception-kinds.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { exceptions } from "../../platform/db/schema.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { endExceptions } from "../custody/end-exceptions.server.ts";
import { choiceTopics, lockChoosing, touchRuns } from "../receiver-choices/lock-choosing.server.ts";
import { ofParcel } from "../receiver-link/of-parcel.server.ts";
import { carryOut, isWithRider, isNotPickedUp, piecesLeft } from "./carry-out.server.ts";
import { refuse } from "./messages.ts";
import { ASKING, questionOf } from "./read-question.server.ts";

const SENDER = asSystem("Sender");

/**
 * Carries out the sender's decision, and closes the exceptions that ask for it. Refuses if nothing is asked,
 * and while a rider has the parcel. Refuses to hold or return a parcel that was not picked up. Refuses a
 * return while the receiver says that the attempt did not happen as reported (CHOICE-5).
 */
export const senderDecides = operation({
  name: "senders.decide",
  by: everybody,
  act: { kind: "sender_decided", source: "sender", by: shownAuthor(SENDER) },
  input: ofParcel.extend({
    decision: z.enum(["try_again", "hold", "return"], "Choose what we do"),
  }),
  on: lockChoosing,
  run: async (work, { decision }, choosing) => {
    const { services, tx, at, act } = work;
    const { booking, state } = choosing;
    if (state === "over" || !(await questionOf(tx, booking.id))) return refuse("conflict", "nothing_asked");
    const left = await piecesLeft(tx, booking.id);
    if (state === "loaded" || isWithRider(left)) return refuse("conflict", "on_the_road");
    if (decision !== "try_again" && isNotPickedUp(booking.status, left))
      return refuse("conflict", "with_sender");
    if (decision === "return" && (await isDenied(tx, booking.id))) return refuse("conflict", "denied");
    const deciding = { services, tx, at, act, actor: SENDER };
    const parcel = { id: booking.id, code: booking.trackingCode, pieces: booking.pieces };
    await carryOut(deciding, parcel, left, decision);
    const end = {
      reason: STEP_FACTS[decision].ends,
      words: "The sender decided on the page of the booking.",
    };
    for (const kind of ASKING) await endExceptions(deciding, kind, { bookingIds: [booking.id] }, end);
    await touchRuns(work, choosing);
    return { ok: true };
  },
  publish: (done, input, found) => [...choiceTopics(done, input, found), "exceptions", "money"],
});

/** True if the receiver denies an attempt and staff have not decided about the denial. */
async function isDenied(tx: Tx, bookingId: string): Promise<boolean> {
  const open = and(
    eq(exceptions.bookingId, bookingId),
    inArray(exceptions.kind, ["attempt_denied"]),
    isNull(exceptions.closedAt),
  );
  return (await tx.$count(exceptions, open)) > 0;
}
