/** EXC-7: staff choose the hub that delivers a parcel if the receiver's address does not decide the hub. */
import { eq } from "drizzle-orm";
import { staff } from "../../access/by.server.ts";
import { pieces } from "../../platform/db/schema.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { setDestination } from "../../road/runs/board/choose-destination.server.ts";
import { hubStepForm } from "./exception-forms.ts";
import {
  deedTopicsOf,
  endException,
  lockException,
  unlessStep,
  stepWithWords,
} from "./lock-exception.server.ts";
import { refuse } from "./messages.ts";

/** Sets the delivering hub of the exception's piece, or of the whole booking. Refuses a delivered piece. */
export const chooseExceptionHub = operation({
  name: "exceptions.choose_hub",
  by: staff("closeExceptions"),
  input: hubStepForm,
  on: lockException,
  run: async (work, { hub: hubId, note }, exception) => {
    const wrong = unlessStep(exception, "choose_hub");
    if (wrong) return wrong;
    const { pieceId, bookingId } = exception;
    if (!bookingId) return refuse("conflict", "other_kind");
    const some = await work.tx
      .select({ id: pieces.id })
      .from(pieces)
      .where(pieceId ? eq(pieces.id, pieceId) : eq(pieces.bookingId, bookingId));
    const done = await setDestination(
      work,
      some.map(({ id }) => id),
      hubId,
    );
    if (!done.ok)
      return done.code === "invalid"
        ? refuse("invalid", "unknown_hub")
        : refuse("conflict", "already_delivered");
    return endException(work, exception, {
      reason: "solved",
      words: stepWithWords(`${done.hub} delivers it.`, note),
    });
  },
  publish: deedTopicsOf,
});
