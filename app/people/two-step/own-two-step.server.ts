/** STAFF-33: the two-step sign-in of the signed-in member of staff. */
import { anyStaff } from "../../access/by.server.ts";
import { beginSession } from "../../access/sessions.server.ts";
import { endSessionsOf } from "../../access/end-sessions.server.ts";
import { recordActivity } from "../../access/record-activity.server.ts";
import type { Admin, Browser } from "../../access/actor.ts";
import type { By } from "../../platform/operations/declaration.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import { shareTeam } from "../../access/team-lock.server.ts";
import { drawnFor, drawRecoveryCodes } from "./codes.server.ts";
import { refuse } from "./messages.ts";
import { SET_UP, spendCode } from "./second-step.server.ts";
import { codeForm } from "./two-step-form.ts";
import { storeRecoveryCodes, storeTwoStep } from "./use-codes.server.ts";
import { readTwoStep, removeTwoStep, rolesAsked } from "./who-has-it.server.ts";

/** A member of staff with the current session and browser. */
export type AdminHere = Admin & { sessionHash: Buffer | null; browser?: Browser | null };
const here: By<AdminHere> = anyStaff;

/** Uses up a code of the signed-in person, in a transaction of its own. */
const spendOwn = async (
  { services, actor, at }: Pick<Work<AdminHere>, "services" | "actor" | "at">,
  { code }: { code: string },
) => {
  if (!(await readTwoStep(services.db, actor.person.id))) return refuse("conflict", "no_two_step");
  const used = await spendCode(services, actor, { person: actor.person, code, at });
  return "ok" in used ? used : { ok: true as const, prepared: used };
};

/**
 * Sets up two-step sign-in and ends the person's other sessions. Refuses a wrong code, and a person who has two-step
 * sign-in.
 */
export const setUpTwoStep = operation({
  name: "staff.set_up_two_step",
  by: here,
  keyless: true,
  input: codeForm,
  run: async ({ services, tx, actor, at }, { code }) => {
    const { person, sessionHash } = actor;
    if (!sessionHash) throw new Error("set up without a session");
    if (await readTwoStep(tx, person.id)) return refuse("conflict", "have_two_step");
    const drawn = drawnFor(services.secret, sessionHash);
    if (!(await storeTwoStep(tx, services.secret, { userId: person.id, drawn, code, at })))
      return refuse("invalid", "set_up_code");
    await endSessionsOf(tx, person.id, sessionHash);
    await recordActivity(tx, actor, at, SET_UP);
    return { ok: true };
  },
});

/**
 * Replaces the recovery codes with ten new ones, which are only in the response. The person must enter a code of the
 * app or a recovery code.
 */
export const renewRecoveryCodes = operation({
  name: "staff.renew_recovery_codes",
  by: here,
  keyless: true,
  input: codeForm,
  prepare: spendOwn,
  run: async ({ services, tx, actor, at }) => {
    const codes = drawRecoveryCodes();
    const userId = actor.person.id;
    // Two-step sign-in may have been removed after the code was used and before this transaction.
    if (!(await readTwoStep(tx, userId))) return refuse("conflict", "no_two_step");
    await storeRecoveryCodes(tx, services.secret, { userId, codes, at });
    await recordActivity(tx, actor, at, { ...SET_UP, description: "Made new recovery codes" });
    return { ok: true, codes };
  },
});

/**
 * Turns two-step sign-in off. The person must enter a code of the app or a recovery code. A new session begins, so that
 * the next set-up gets another secret. A person whose role needs two-step sign-in is signed out everywhere, and sets it
 * up at the next sign-in.
 */
export const turnOffTwoStep = operation({
  name: "staff.turn_off_two_step",
  by: here,
  keyless: true,
  input: codeForm,
  prepare: spendOwn,
  run: async ({ services, tx, actor, at }) => {
    await shareTeam(tx);
    const userId = actor.person.id;
    await removeTwoStep(tx, userId);
    await recordActivity(tx, actor, at, { ...SET_UP, description: "Turned two-step sign-in off" });
    if ((await rolesAsked(tx)).includes(actor.role)) {
      await endSessionsOf(tx, userId);
      return { ok: true, cookie: null };
    }
    const session = { ...actor, staff: null };
    return { ok: true, cookie: await beginSession(services, tx, session, userId, "staff") };
  },
});
