/** RIDER-4: adds and changes partners, whose vehicles carry pieces between hubs. */
import { eq } from "drizzle-orm";
import * as z from "zod";
import { staff } from "../../access/by.server.ts";
import { logAbout } from "../../access/record-activity.server.ts";
import { formatPhone } from "../../domain/phone.ts";
import { unlessTaken } from "../../platform/db/unless-taken.server.ts";
import { partners } from "../../platform/db/schema.ts";
import { hasId } from "../../platform/db/has-id.server.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { seenVersion } from "./change-rider.server.ts";
import { refuse, RIDER_SENT_BEFORE } from "./messages.ts";
import { partnerForm } from "./rider-form.ts";

const logPartner = logAbout("partner");

/** Adds a partner. Refuses (with field errors) a name that another partner has, and a missing phone number. */
export const createPartner = operation({
  name: "partners.create",
  by: staff("manageRiders"),
  input: partnerForm,
  run: async ({ tx, actor, at }, input) => {
    const [partner] = await tx
      .insert(partners)
      .values({ ...input, createdAt: at, updatedAt: at })
      .onConflictDoNothing({ target: partners.company })
      .returning({ id: partners.id });
    if (!partner) return refuse("invalid", "partner_taken");
    await logPartner({ tx, actor, at }, partner.id, "create_partner", input.company);
    return { ok: true };
  },
  conflict: () => RIDER_SENT_BEFORE,
});

const change = z.intersection(z.object({ partner: z.string().max(40) }), seenVersion).and(partnerForm);

/** Changes a partner. An inactive partner cannot get new runs. Refuses the same input as `createPartner`. */
export const savePartner = operation({
  name: "partners.save",
  by: staff("manageRiders"),
  input: change,
  varying: ["version"],
  on: async ({ tx }, { partner: id, version }) => {
    const [partner] = await tx.select().from(partners).where(hasId(partners.id, id)).for("update");
    if (!partner) return refuse("not_found", "no_partner");
    return partner.version === version ? partner : refuse("conflict", "changed_meanwhile");
  },
  run: async ({ tx, actor, at }, { partner: id, company, phone, active }, before) => {
    const changes = [
      company !== before.company && `name ${before.company} → ${company}`,
      phone !== before.phone && `phone ${formatPhone(before.phone)} → ${formatPhone(phone)}`,
      active !== before.active && (active ? "active again" : "not active any more"),
    ].filter((text) => text !== false);
    if (changes.length === 0) return { ok: true };
    const row = { company, phone, active, version: before.version + 1, updatedAt: at };
    const taken = await unlessTaken(
      tx,
      (inner) => inner.update(partners).set(row).where(eq(partners.id, id)),
      () => refuse("invalid", "partner_taken"),
    );
    if ("ok" in taken) return taken;
    await logPartner({ tx, actor, at }, id, "update_partner", `${before.company}: ${changes.join("; ")}`);
    return { ok: true };
  },
  conflict: () => RIDER_SENT_BEFORE,
});
