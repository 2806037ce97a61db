/** STAFF-33: two-step sign-in of the team: who is asked for it, and its reset for a member who lost their phone. */
import { staff } from "../../access/by.server.ts";
import { endSessionsOf } from "../../access/end-sessions.server.ts";
import { recordActivity } from "../../access/record-activity.server.ts";
import { ADMIN_ROLE_NAMES } from "../../domain/admin-roles.ts";
import { twoStepRoles } from "../../platform/db/schema.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { askedForm, rolesOf } from "../two-step/two-step-form.ts";
import { endSessionsWithoutTwoStep, readTwoStep, removeTwoStep } from "../two-step/who-has-it.server.ts";
import { holdTeam, lockMember, member } from "./change-team.server.ts";
import { refuse } from "./messages.ts";

/**
 * Writes which roles are asked for two-step sign-in. The sessions of those who are asked and have none end: they set it
 * up as they sign in again. Refuses an actor who would be one of them.
 */
export const askForTwoStep = operation({
  name: "staff.ask_for_two_step",
  by: staff("manageAdmins"),
  keyless: true,
  input: askedForm,
  on: holdTeam,
  run: async ({ tx, actor, at }, form) => {
    const roles = rolesOf(form);
    if (roles.length === 0 && form.asked === "some") return refuse("invalid", "no_role");
    if (roles.includes(actor.role) && !(await readTwoStep(tx, actor.person.id)))
      return refuse("conflict", "own_first");
    await tx.delete(twoStepRoles);
    if (roles.length > 0) await tx.insert(twoStepRoles).values(roles.map((role) => ({ role })));
    await endSessionsWithoutTwoStep(tx);
    const names = roles.map((role) => ADMIN_ROLE_NAMES[role]).join(", ");
    await recordActivity(tx, actor, at, {
      action: "two_step",
      description: `Asked for it: ${form.asked === "all" ? "everybody" : names || "nobody"}`,
      entityType: "admin",
    });
    return { ok: true };
  },
});

/**
 * Removes another member's two-step sign-in with its recovery codes, and ends their sessions. Refuses the actor's own,
 * and that of a member who has none.
 */
export const resetTwoStepOf = operation({
  name: "staff.reset_two_step_of",
  by: staff("manageAdmins"),
  keyless: true,
  input: member,
  on: lockMember,
  run: async ({ tx, actor, at }, _, { userId, name, email }) => {
    if (userId === actor.person.id) return refuse("forbidden", "own_two_step");
    if (!(await removeTwoStep(tx, userId))) return refuse("conflict", "no_two_step", { email });
    await endSessionsOf(tx, userId);
    await recordActivity(tx, actor, at, {
      action: "two_step",
      description: `Reset the two-step sign-in of ${email}`,
      entityType: "admin",
      entityId: userId,
    });
    return { ok: true, name: name ?? email };
  },
});
