/** EXC-7: the hub that delivers a parcel, where its address does not say which. */
import { and, eq, ne } from "drizzle-orm";
import { staff } from "../../access/by.server.ts";
import { pieces } from "../../platform/db/schema.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { hubStepForm } from "./exception-forms.ts";
import {
  activeHub,
  deedTopicsOf,
  endException,
  lockException,
  unlessStep,
  withWords,
} from "./lock-exception.server.ts";
import { refuse } from "./messages.ts";

/** The hub delivers the piece, or all pieces of the booking that the receiver does not have yet. */
export const chooseDestination = operation({
  name: "exceptions.choose_hub",
  by: staff("closeExceptions"),
  input: hubStepForm,
  on: lockException,
  run: async (work, { hub: hubId, note }, exception) => {
    const wrong = unlessStep(exception, "choose_hub");
    if (wrong) return wrong;
    const { pieceId, bookingId } = exception;
    if (!bookingId) return refuse("conflict", "other_kind");
    const hub = await activeHub(work.tx, hubId);
    if (!hub) return refuse("invalid", "unknown_hub");
    await work.tx
      .update(pieces)
      .set({ toHubId: hub.id })
      .where(
        and(
          pieceId ? eq(pieces.id, pieceId) : eq(pieces.bookingId, bookingId),
          ne(pieces.holderKind, "receiver"),
        ),
      );
    return endException(work, exception, {
      reason: "solved",
      words: withWords(`${hub.name} delivers it.`, note),
    });
  },
  publish: deedTopicsOf,
});
