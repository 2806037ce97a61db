/** The profile of a person. */
import { and, desc, eq, isNotNull } from "drizzle-orm";
import * as z from "zod";
import { customer } from "../../access/by.server.ts";
import { completeProfileForm, profileForm } from "../sign-in/account-forms.ts";
import { isNewPerson } from "../sign-in/page-after-link.server.ts";
import { endSessionsOf } from "../../access/end-sessions.server.ts";
import type { Customer } from "../../access/actor.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { emailLinks, profiles } from "../../platform/db/schema.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { linkReferral } from "./link-referral.server.ts";
import { refuse } from "./messages.ts";

/** Returns the values of the newest sign-up form whose link the person used. Each value may be null. */
export async function signUpData({ db }: Services, { person }: Customer) {
  const [link] = await db
    .select({ data: emailLinks.data })
    .from(emailLinks)
    .where(
      and(
        eq(emailLinks.email, person.email),
        eq(emailLinks.purpose, "sign_up"),
        isNotNull(emailLinks.usedAt),
      ),
    )
    .orderBy(desc(emailLinks.usedAt))
    .limit(1);
  const text = (name: string) => {
    const value = link?.data[name];
    return typeof value === "string" && value !== "" ? value : null;
  };
  return { firstName: text("firstName"), lastName: text("lastName"), referralCode: text("referralCode") };
}

/**
 * Completes a new person's profile and records the referral. If the profile is already complete, for example by a
 * second tab, nothing changes and `referral` is null. Refuses the person's own referral code; ignores an unknown code
 * (REFER-1).
 */
export const completeProfile = operation({
  name: "profile.complete",
  by: customer,
  keyless: true,
  input: completeProfileForm,
  prepare: async ({ services, actor }, { referralCode }) => {
    if (!isNewPerson(actor.person)) return { ok: true, prepared: null };
    const referral = await linkReferral(services, actor, referralCode);
    return referral === "own" ? refuse("invalid", "own_code") : { ok: true, prepared: referral };
  },
  run: async ({ tx, actor, at, prepared: referral }, { firstName, lastName, phone }) => {
    if (referral !== null)
      await writeProfile(tx, actor, at, { firstName, lastName: lastName || null, phone });
    return { ok: true, referral };
  },
});

export const updateProfile = operation({
  name: "profile.update",
  by: customer,
  keyless: true,
  input: profileForm,
  run: async ({ tx, actor, at }, { lastName, address, ...given }) => {
    await writeProfile(tx, actor, at, { ...given, lastName: lastName || null, address: address || null });
    return { ok: true };
  },
});

async function writeProfile(
  tx: Tx,
  { person }: Customer,
  at: Date,
  written: Partial<typeof profiles.$inferInsert>,
): Promise<void> {
  await tx
    .update(profiles)
    .set({ ...written, updatedAt: at })
    .where(eq(profiles.id, person.id));
}

/** TELL-8: true if this person's receivers get messages. The person can decide otherwise for a single parcel. */
export async function tellsReceivers({ db }: Services, { person }: Customer): Promise<boolean> {
  const [row] = await db
    .select({ tells: profiles.tellsReceivers })
    .from(profiles)
    .where(eq(profiles.id, person.id));
  return row?.tells ?? true;
}

/** TELL-8: turns messages to this person's receivers on or off. The person can decide otherwise for a single parcel. */
export const tellMyReceivers = operation({
  name: "profile.tell_receivers",
  by: customer,
  keyless: true,
  input: z.object({ messages: z.enum(["on", "off"]) }),
  run: async ({ tx, actor, at }, { messages }) => {
    await writeProfile(tx, actor, at, { tellsReceivers: messages === "on" });
    return { ok: true };
  },
});

export const signOutEverywhere = operation({
  name: "profile.sign_out_everywhere",
  by: customer,
  keyless: true,
  input: z.object({}),
  run: async ({ tx, actor }) => {
    await endSessionsOf(tx, actor.person.id);
    return { ok: true };
  },
});
