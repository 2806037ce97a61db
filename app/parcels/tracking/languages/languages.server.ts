/**
 * TRACK-11: the languages of the track page and the receiver's page. Each is off until a super admin confirms that a
 * speaker has read its texts, because a wrong word about money or a day does harm. A language is off again as soon as
 * its texts change.
 */
import { eq } from "drizzle-orm";
import * as z from "zod";
import { staff } from "../../../access/by.server.ts";
import { recordActivity } from "../../../access/record-activity.server.ts";
import { LANGUAGE_TAGS, LANGUAGES, type Language } from "../../../domain/languages.ts";
import type { Db } from "../../../platform/db/client.server.ts";
import { trackLanguages } from "../../../platform/db/schema.ts";
import { nameText } from "../../../platform/http/fields.ts";
import { operation } from "../../../platform/operations/operation.server.ts";
import { textsHash, translationOf, TRANSLATIONS } from "./translations.server.ts";

export type Approval = { language: Language; readBy: string; approvedAt: Date; current: boolean };

/** The approvals of all languages. `current` is false if the texts changed after the speaker read them. */
export async function readApprovals(db: Pick<Db, "select">): Promise<Approval[]> {
  const rows = await db.select().from(trackLanguages);
  return rows.map(({ textsHash: read, ...row }) => ({ ...row, current: read === textsHash(row.language) }));
}

/** The languages that the public may choose beside English. */
export async function languagesOn(db: Pick<Db, "select">): Promise<Language[]> {
  const approvals = await readApprovals(db);
  return LANGUAGE_TAGS.filter((tag) =>
    approvals.some(({ language, current }) => current && language === tag),
  );
}

const language = z.enum(LANGUAGE_TAGS, "Choose a language of the list.");

/** Switches a language on. `readBy` is the name of the speaker who read the current texts. */
export const approveLanguage = operation({
  name: "tracking.approve_language",
  by: staff("manageLanguages"),
  keyless: true,
  input: z.object({ language, readBy: nameText("Enter the name of the speaker who read it.", 80) }),
  run: async ({ tx, actor, at }, { language: tag, readBy }) => {
    const row = { readBy, textsHash: textsHash(tag), approvedAt: at };
    await tx
      .insert(trackLanguages)
      .values({ language: tag, ...row })
      .onConflictDoUpdate({ target: trackLanguages.language, set: row });
    await recordActivity(tx, actor, at, {
      action: "switch_language",
      description: `${LANGUAGES[tag]} on the track page: on, read by ${readBy}`,
      entityType: "language",
      entityId: tag,
    });
    return { ok: true };
  },
});

/** Switches a language off. Its readers then see the track page in English. */
export const switchLanguageOff = operation({
  name: "tracking.switch_language_off",
  by: staff("manageLanguages"),
  keyless: true,
  input: z.object({ language }),
  run: async ({ tx, actor, at }, { language: tag }) => {
    const gone = await tx.delete(trackLanguages).where(eq(trackLanguages.language, tag)).returning();
    if (gone.length === 0) return { ok: true };
    await recordActivity(tx, actor, at, {
      action: "switch_language",
      description: `${LANGUAGES[tag]} on the track page: off`,
      entityType: "language",
      entityId: tag,
    });
    return { ok: true };
  },
});

/** The language of a page: the chosen one if it is switched on, its texts, and the languages to choose from. */
export async function pageLanguage(
  db: Pick<Db, "select">,
  page: "track" | "receiver",
  chosen: Language | null,
) {
  const on = await languagesOn(db);
  const language = chosen && on.includes(chosen) ? chosen : null;
  return {
    lang: language,
    translation: language && translationOf(language, page),
    offered: on.map((tag) => ({ tag, name: TRANSLATIONS[tag].name })),
  };
}
