/** STAFF-30: stores the team's note on a booking, and the booking's assignee. */
import { addEvents } from "../../history/add-events.server.ts";
import { eq, sql } from "drizzle-orm";
import { staff } from "../../access/by.server.ts";
import { listTeam } from "../../access/colleagues.server.ts";
import type { Corrections } from "../../domain/event-kinds.ts";
import { adminMembers, bookings, profiles } from "../../platform/db/schema.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { bookingTopics, lockBooking, logBookingChange } from "./change-booking.server.ts";
import { changedBefore, refuse } from "./messages.ts";
import { bookingNoteForm } from "./note-form.ts";

/** The name of a booking's assignee, for queries of bookings. Null without an assignee. */
export const assigneeColumn = sql<string | null>`(
  select coalesce(p.full_name, p.email) from ${adminMembers} m join ${profiles} p on p.id = m.user_id
  where m.id = ${bookings.assigneeId})`;

/**
 * Stores the note and the assignee, with an event and an activity-log row. The event has the note's text; the
 * activity-log row does not. The booking keeps its version, so that a note never makes a status change fail. Refuses
 * roles that only read, an assignee who has left the team, and a note or assignee that somebody changed meanwhile
 * (`conflict`).
 */
export const noteBooking = operation({
  name: "bookings.note",
  by: staff("changeStatus"),
  act: "noted",
  input: bookingNoteForm,
  varying: ["noteBefore", "assigneeBefore"],
  on: lockBooking,
  run: async ({ tx, actor, at, act }, { id, staffNote, assigneeId, ...shown }, booking) => {
    const [before] = await tx
      .select({ staffNote: bookings.staffNote, assigneeId: bookings.assigneeId })
      .from(bookings)
      .where(eq(bookings.id, id));
    if (!before) throw new Error("a locked booking has no row");
    const { code: trackingCode } = booking;
    const [otherNote, otherMember] = [before.staffNote !== staffNote, before.assigneeId !== assigneeId];
    if (!otherNote && !otherMember) return { ok: true, changed: false, trackingCode };
    if (before.staffNote !== shown.noteBefore || before.assigneeId !== shown.assigneeBefore)
      return refuse("conflict", "noted_meanwhile");
    const names = new Map((await listTeam(tx, null)).map((member) => [member.id, member.name]));
    const nameOf = (member: string | null) => (member && names.get(member)) || "nobody";
    if (assigneeId && !names.has(assigneeId)) return refuse("invalid", "left_the_team");
    const changes: Corrections = {
      ...(otherNote && { Note: [before.staffNote ?? "none", staffNote ?? "removed"] }),
      ...(otherMember && { "Assigned to": [nameOf(before.assigneeId), nameOf(assigneeId)] }),
    };
    await tx.update(bookings).set({ staffNote, assigneeId }).where(eq(bookings.id, id));
    await addEvents({ tx, act }, [{ bookingId: id, kind: "noted", changes }]);
    await logBookingChange({ tx, actor, at }, booking, `changed ${Object.keys(changes).join(", ")}`);
    return { ok: true, changed: true, trackingCode };
  },
  conflict: () => changedBefore("the note was not saved"),
  publish: (done, _, booking) => bookingTopics(done, booking),
});
