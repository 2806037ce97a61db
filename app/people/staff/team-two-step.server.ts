/** STAFF-33: the team's two-step sign-in: the roles that need it, and a reset after a lost phone. */
import { staff } from "../../access/by.server.ts";
import { endSessionsOf } from "../../access/end-sessions.server.ts";
import { recordActivity } from "../../access/record-activity.server.ts";
import { ADMIN_ROLE_NAMES } from "../../domain/admin-roles.ts";
import { twoStepRoles } from "../../platform/db/schema.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { askedForm, rolesOf } from "../two-step/two-step-form.ts";
import { endSessionsWithoutTwoStep, readTwoStep, removeTwoStep } from "../two-step/who-has-it.server.ts";
import { holdTeam, lockMember, teamMemberForm } from "./change-team.server.ts";
import { refuse } from "./messages.ts";

/**
 * Sets the roles that need two-step sign-in. Sessions of people in these roles who have no two-step sign-in end: the
 * people set it up at the next sign-in. Refuses if the actor would be one of these people.
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

/** Removes two-step sign-in and ends the sessions. Refuses the actor, and a member who has none. */
export const resetTwoStepOf = operation({
  name: "staff.reset_two_step_of",
  by: staff("manageAdmins"),
  keyless: true,
  input: teamMemberForm,
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
