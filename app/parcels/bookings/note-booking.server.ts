/** STAFF-30: the team's note on a booking, and who of the team looks after it. */
import { asc, eq, sql } from "drizzle-orm";
import { staff } from "../../access/by.server.ts";
import { recordActivity } from "../../access/record-activity.server.ts";
import type { Corrections } from "../../domain/event-kinds.ts";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import { adminMembers, bookingEvents, bookings, profiles } from "../../platform/db/schema.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { bookingTopics, lockBooking } from "./change-booking.server.ts";
import { changedBefore, refuse } from "./messages.ts";
import { noteForm } from "./note-form.ts";

/** The name that colleagues read. */
const memberName = sql<string>`coalesce(${profiles.fullName}, ${profiles.email})`;

/** The name of who looks after a booking, beside the columns of bookings; null for nobody. */
export const assigneeColumn = sql<string | null>`(
  select coalesce(p.full_name, p.email) from ${adminMembers} m join ${profiles} p on p.id = m.user_id
  where m.id = ${bookings.assigneeId})`;

/** Who of the team a booking can be given to. For staff with `readBookings`. */
export const listTeam = (db: Db | Tx): Promise<{ id: string; name: string }[]> =>
  db
    .select({ id: adminMembers.id, name: memberName })
    .from(adminMembers)
    .innerJoin(profiles, eq(profiles.id, adminMembers.userId))
    .orderBy(asc(memberName));

/**
 * Stores the note and who looks after the booking, with its event and its log row, which holds no word of the note. The version stays: a
 * note is no reason to refuse a colleague's change of status. Refuses roles that only read, somebody who left the team, and a
 * note that somebody else changed since the form was shown (`conflict`). What stays the same is no change.
 */
export const noteBooking = operation({
  name: "bookings.note",
  by: staff("changeStatus"),
  input: noteForm,
  varying: ["noteBefore", "assigneeBefore"],
  on: lockBooking,
  run: async ({ tx, actor, at }, { id, staffNote, assigneeId, ...shown }, booking) => {
    const [before] = await tx
      .select({ staffNote: bookings.staffNote, assigneeId: bookings.assigneeId })
      .from(bookings)
      .where(eq(bookings.id, id));
    if (!before) throw new Error("a locked booking has no row");
    const { code: trackingCode, status } = booking;
    const [otherNote, otherMember] = [before.staffNote !== staffNote, before.assigneeId !== assigneeId];
    if (!otherNote && !otherMember) return { ok: true, changed: false, trackingCode };
    if (before.staffNote !== shown.noteBefore || before.assigneeId !== shown.assigneeBefore)
      return refuse("conflict", "noted_meanwhile");
    const names = new Map((await listTeam(tx)).map((member) => [member.id, member.name]));
    const nameOf = (member: string | null) => (member && names.get(member)) || "nobody";
    if (assigneeId && !names.has(assigneeId)) return refuse("invalid", "left_the_team");
    const changes: Corrections = {
      ...(otherNote && { Note: [before.staffNote ?? "none", staffNote ?? "removed"] }),
      ...(otherMember && { "Assigned to": [nameOf(before.assigneeId), nameOf(assigneeId)] }),
    };
    await tx.update(bookings).set({ staffNote, assigneeId }).where(eq(bookings.id, id));
    await tx.insert(bookingEvents).values({
      kind: "noted",
      bookingId: id,
      occurredAt: at,
      receivedAt: at,
      fromStatus: status,
      toStatus: status,
      changes,
      byUserId: actor.person.id,
      byName: actor.person.fullName ?? actor.person.email,
    });
    await recordActivity(tx, actor, at, {
      action: "update_booking",
      description: `${trackingCode}: changed ${Object.keys(changes).join(", ")}`,
      entityType: "booking",
      entityId: id,
    });
    return { ok: true, changed: true, trackingCode };
  },
  conflict: () => changedBefore("the note was not saved"),
  publish: (done, _, booking) => bookingTopics(done, booking),
});
