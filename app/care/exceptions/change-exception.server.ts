/** EXC-3: sets the owner of an exception, adds the team's notes, and closes an exception without a step. */
import { eq } from "drizzle-orm";
import { staff } from "../../access/by.server.ts";
import { listTeam } from "../../access/colleagues.server.ts";
import { EXCEPTION_FACTS } from "../../domain/exception-kinds.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { exceptions } from "../../platform/db/schema.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { closeForm, exceptionForm, giveForm, exceptionNoteForm, stepForm } from "./exception-forms.ts";
import {
  endException,
  exceptionTopics,
  lockException,
  logException,
  type LockedException,
  unlessStep,
} from "./lock-exception.server.ts";
import { refuse } from "./messages.ts";

const change = (tx: Tx, { id, version }: LockedException, values: Partial<typeof exceptions.$inferInsert>) =>
  tx
    .update(exceptions)
    .set({ ...values, version: version + 1 })
    .where(eq(exceptions.id, id));

const ofException = { by: staff("closeExceptions"), on: lockException, publish: exceptionTopics };

/** Makes the actor the owner of an exception. Refuses if a colleague has already changed or closed it. */
export const takeException = operation({
  ...ofException,
  name: "exceptions.take",
  input: exceptionForm,
  run: async (work, _, exception) => {
    await change(work.tx, exception, { ownerId: work.actor.memberId });
    await logException(work, exception, "update_exception", "taken");
    return { ok: true, subject: exception.subjectText };
  },
});

/** Assigns an exception to a colleague, or removes the owner. Refuses a person who may not close exceptions. */
export const giveException = operation({
  ...ofException,
  name: "exceptions.give",
  input: giveForm,
  run: async (work, { ownerId }, exception) => {
    const owner = ownerId && (await listTeam(work.tx, "closeExceptions")).find(({ id }) => id === ownerId);
    if (ownerId && !owner) return refuse("invalid", "left_the_team");
    await change(work.tx, exception, { ownerId });
    await logException(work, exception, "update_exception", owner ? `given to ${owner.name}` : "given back");
    return { ok: true, subject: exception.subjectText, to: owner ? owner.name : null };
  },
});

/** Adds the team's note to an exception. The activity log gets a row without the note's text. */
export const noteException = operation({
  ...ofException,
  name: "exceptions.note",
  input: exceptionNoteForm,
  run: async (work, { deskNote }, exception) => {
    await change(work.tx, exception, { deskNote });
    await logException(work, exception, "update_exception", "note changed");
    return { ok: true };
  },
});

/**
 * Closes an exception with one of the reasons of its kind, and an optional text. Adds nothing to the history of the
 * parcel.
 */
export const closeException = operation({
  ...ofException,
  name: "exceptions.close",
  input: closeForm,
  run: async (work, { reason, note }, exception) =>
    EXCEPTION_FACTS[exception.kind].reasons.includes(reason)
      ? endException(work, exception, { reason, words: note })
      : refuse("invalid", "reason_missing"),
});

/** Closes an exception about two contradicting deeds, once dispatch knows which deed is true. */
export const solveException = operation({
  ...ofException,
  name: "exceptions.solved",
  input: stepForm,
  run: async (work, { note }, exception) =>
    unlessStep(exception, "solved") ?? endException(work, exception, { reason: "solved", words: note }),
});
