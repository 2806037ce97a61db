/**
 * TRACK-11, RECEIVER-9: the languages of the track page and the receiver's page. A language is switched off until a
 * super admin confirms that a speaker has read its texts, because a wrong word about money or a day does harm. A change
 * of these texts switches the language off again. A speaker reads line by line, and may replace the words of a line.
 */
import { eq } from "drizzle-orm";
import * as z from "zod";
import { staff } from "../access/by.server.ts";
import { logAbout } from "../access/record-activity.server.ts";
import { LANGUAGE_TAGS, LANGUAGES, type Language } from "../domain/languages.ts";
import type { Db } from "../platform/db/client.server.ts";
import { languageTexts, trackLanguages } from "../platform/db/schema.ts";
import { nameText, requiredText } from "../platform/http/fields.ts";
import { untilChange } from "../platform/live/until-change.server.ts";
import { operation } from "../platform/operations/operation.server.ts";
import type { Services } from "../platform/services.server.ts";
import { refuse } from "./messages.ts";
import { lineId, textsHash, translationOf, TRANSLATIONS } from "./translations.server.ts";

export type Approval = { language: Language; readBy: string; approvedAt: Date; current: boolean };

/** Reads the speakers' own words for the lines of each language. */
async function readOwn(db: Pick<Db, "select">): Promise<Map<Language, Record<string, string>>> {
  const rows = await db
    .select({ language: languageTexts.language, english: languageTexts.english, text: languageTexts.text })
    .from(languageTexts);
  const own = new Map<Language, Record<string, string>>();
  for (const { language: tag, english, text } of rows)
    own.set(tag, Object.assign(own.get(tag) ?? {}, { [english]: text }));
  return own;
}

/** Reads the approvals. `current` is false if the texts have changed since the speaker read them. */
export async function readApprovals(db: Pick<Db, "select">): Promise<Approval[]> {
  const rows = await db.select().from(trackLanguages);
  if (rows.length === 0) return [];
  const own = await readOwn(db);
  return rows.map(({ textsHash: read, ...row }) => ({
    ...row,
    current: read === textsHash(row.language, own.get(row.language)),
  }));
}

/**
 * The languages that the public may choose besides English, and the speakers' own words. They are cached until one of
 * them changes.
 */
const languagesOn = untilChange("all pages", async (db) => {
  const approvals = (await readApprovals(db))
    .filter(({ current }) => current)
    .map(({ language: tag }) => tag);
  return {
    on: LANGUAGE_TAGS.filter((tag) => approvals.includes(tag)),
    own: approvals.length > 0 ? await readOwn(db) : null,
  };
});

const language = z.enum(LANGUAGE_TAGS, "Choose a language of the list.");

const logLanguage = logAbout("language");

/** Switches a language on. `readBy` names the speaker who read the current texts. */
export const approveLanguage = operation({
  name: "tracking.approve_language",
  by: staff("manageLanguages"),
  keyless: true,
  input: z.object({ language, readBy: nameText("Enter the name of the speaker who read it.", 80) }),
  run: async ({ tx, actor, at }, { language: tag, readBy }) => {
    const row = { readBy, textsHash: textsHash(tag, (await readOwn(tx)).get(tag)), approvedAt: at };
    await tx
      .insert(trackLanguages)
      .values({ language: tag, ...row })
      .onConflictDoUpdate({ target: trackLanguages.language, set: row });
    const what = `${LANGUAGES[tag]} on the track page: on, read by ${readBy}`;
    await logLanguage({ tx, actor, at }, tag, "switch_language", what);
    return { ok: true };
  },
});

/** Switches a language off. People who read the track page in this language then see English. */
export const switchLanguageOff = operation({
  name: "tracking.switch_language_off",
  by: staff("manageLanguages"),
  keyless: true,
  input: z.object({ language }),
  run: async ({ tx, actor, at }, { language: tag }) => {
    const gone = await tx.delete(trackLanguages).where(eq(trackLanguages.language, tag)).returning();
    if (gone.length === 0) return { ok: true };
    await logLanguage({ tx, actor, at }, tag, "switch_language", `${LANGUAGES[tag]} on the track page: off`);
    return { ok: true };
  },
});

/** Returns the chosen language if it is switched on, its texts, and the languages to choose from. */
export async function pageLanguage(
  services: Pick<Services, "db" | "live">,
  page: "track" | "receiver",
  chosen: Language | null,
) {
  const { on, own } = await languagesOn(services);
  const language = chosen && on.includes(chosen) ? chosen : null;
  return {
    lang: language,
    translation: language && translationOf(language, page, own?.get(language)),
    offered: on.map((tag) => ({ tag, name: TRANSLATIONS[tag].name })),
  };
}

/** `readAt` is null until a speaker has read the line. */
export type LanguageLine = { id: string; english: string; text: string; readAt: Date | null };

/** Reads all lines of a language, in the order of its pages. */
export async function readLanguageLines(db: Pick<Db, "select">, tag: Language): Promise<LanguageLine[]> {
  const rows = await db.select().from(languageTexts).where(eq(languageTexts.language, tag));
  const own = new Map(rows.map((row) => [row.english, row]));
  return Object.entries(translationOf(tag, "receiver").texts).map(([english, made]) => {
    const read = own.get(english);
    return { id: lineId(english), english, text: read?.text ?? made, readAt: read?.readAt ?? null };
  });
}

/** Returns the words in braces in a text, such as '{day}'. Each of them stands for a value. */
const holesIn = (text: string): string[] => [...text.matchAll(/\{\w{1,30}\}/g)].map(([hole]) => hole).sort();

/**
 * Saves the speaker's words for one line. Refuses a line that the pages no longer have, and words in which a
 * value such as {day} is missing or extra. Changed words switch the language off until a speaker has read its
 * texts again.
 */
export const saveLine = operation({
  name: "tracking.save_line",
  by: staff("manageLanguages"),
  keyless: true,
  input: z.object({
    language,
    line: z.string().max(20),
    text: requiredText("Write the line in this language.", 1000),
  }),
  run: async ({ tx, actor, at }, { language: tag, line, text }) => {
    const before = (await readLanguageLines(tx, tag)).find(({ id }) => id === line);
    if (!before) return refuse("conflict", "line_gone");
    const holes = holesIn(before.english);
    if (holes.join() !== holesIn(text).join())
      return refuse("invalid", "holes_differ", { holes: holes.join(", ") });
    const row = { text, readAt: at };
    await tx
      .insert(languageTexts)
      .values({ language: tag, english: before.english, ...row })
      .onConflictDoUpdate({ target: [languageTexts.language, languageTexts.english], set: row });
    const what = `${LANGUAGES[tag]}: ${before.text} → ${text}`.slice(0, 1000);
    if (text !== before.text) await logLanguage({ tx, actor, at }, tag, "change_translation", what);
    return { ok: true };
  },
});
