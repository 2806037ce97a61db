/** EXC-3: who decides an exception, what the team notes to it, and its end without a step. */
import { asc, eq, inArray, sql } from "drizzle-orm";
import { staff } from "../../access/by.server.ts";
import { PERMISSIONS } from "../../access/permissions.ts";
import { EXCEPTION_FACTS } from "../../domain/exception-kinds.ts";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import { adminMembers, exceptions, profiles } from "../../platform/db/schema.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { closeForm, exceptionForm, giveForm, noteForm, stepForm } from "./exception-forms.ts";
import {
  endException,
  exceptionTopics,
  lockException,
  logException,
  type LockedException,
  unlessStep,
} from "./lock-exception.server.ts";
import { refuse } from "./messages.ts";

const memberName = sql<string>`coalesce(${profiles.fullName}, ${profiles.email})`;

/** The colleagues who may close exceptions, by name. For staff with `readRoad`. */
export const listClosers = (db: Db | Tx): Promise<{ id: string; name: string }[]> =>
  db
    .select({ id: adminMembers.id, name: memberName })
    .from(adminMembers)
    .innerJoin(profiles, eq(profiles.id, adminMembers.userId))
    .where(inArray(adminMembers.adminRole, [...PERMISSIONS.closeExceptions]))
    .orderBy(asc(memberName));

const change = (tx: Tx, { id, version }: LockedException, values: Partial<typeof exceptions.$inferInsert>) =>
  tx
    .update(exceptions)
    .set({ ...values, version: version + 1 })
    .where(eq(exceptions.id, id));

/** The actor decides it from now on. Refuses one that a colleague took, changed or closed since it was shown. */
export const takeException = operation({
  name: "exceptions.take",
  by: staff("closeExceptions"),
  input: exceptionForm,
  on: lockException,
  run: async (work, _, exception) => {
    await change(work.tx, exception, { ownerId: work.actor.memberId });
    await logException(work, exception, "update_exception", "taken");
    return { ok: true, subject: exception.subjectText };
  },
  publish: exceptionTopics,
});

/** Gives it to a colleague, or back to whoever comes first. Refuses somebody who may close none. */
export const giveException = operation({
  name: "exceptions.give",
  by: staff("closeExceptions"),
  input: giveForm,
  on: lockException,
  run: async (work, { ownerId }, exception) => {
    const owner = ownerId && (await listClosers(work.tx)).find(({ id }) => id === ownerId);
    if (ownerId && !owner) return refuse("invalid", "left_the_team");
    await change(work.tx, exception, { ownerId });
    await logException(work, exception, "update_exception", owner ? `given to ${owner.name}` : "given back");
    return { ok: true, subject: exception.subjectText, to: owner ? owner.name : null };
  },
  publish: exceptionTopics,
});

/** What the team writes to it; the log says that, and no word of it. */
export const noteException = operation({
  name: "exceptions.note",
  by: staff("closeExceptions"),
  input: noteForm,
  on: lockException,
  run: async (work, { deskNote }, exception) => {
    await change(work.tx, exception, { deskNote });
    await logException(work, exception, "update_exception", "note changed");
    return { ok: true };
  },
  publish: exceptionTopics,
});

/** Ends it with a reason that fits its kind, and words where there are any. No deed is written: the steps do that. */
export const closeException = operation({
  name: "exceptions.close",
  by: staff("closeExceptions"),
  input: closeForm,
  on: lockException,
  run: async (work, { reason, note }, exception) =>
    EXCEPTION_FACTS[exception.kind].reasons.includes(reason)
      ? endException(work, exception, { reason, words: note })
      : refuse("invalid", "reason_missing"),
  publish: exceptionTopics,
});

/** Two deeds that disagree were compared, and the desk knows which one is true. */
export const solveException = operation({
  name: "exceptions.solved",
  by: staff("closeExceptions"),
  input: stepForm,
  on: lockException,
  run: async (work, { note }, exception) =>
    unlessStep(exception, "solved") ?? endException(work, exception, { reason: "solved", words: note }),
  publish: exceptionTopics,
});
