/** API-1: mails to the person who made a key: that the key was made, and that it was first used from a new network. */
import { eq } from "drizzle-orm";
import { KEY_ACCESS_NAMES, KEY_MODE_NAMES } from "../../domain/api-keys.ts";
import { formatDateTime } from "../../domain/dates.ts";
import type { MailText } from "../../notifications/mail-worker.server.ts";
import { apiKeys, profiles } from "../../platform/db/schema.ts";
import { letter, type LetterFacts } from "../../platform/mail/letter.tsx";
import { withoutLinks } from "../../platform/mail/unlinked.ts";
import type { Services } from "../../platform/services.server.ts";
import { ownerOfRow } from "../../access/key-owner.server.ts";
import { developersPath } from "../endpoints/developers-path.ts";

const CALM = "This was not you? Revoke the key at once: the next request with it is refused.";

async function keyWithMaker({ db }: Services, keyId: string) {
  const [row] = await db
    .select({ key: apiKeys, to: { name: profiles.fullName, email: profiles.email } })
    .from(apiKeys)
    .innerJoin(profiles, eq(profiles.id, apiKeys.userId))
    .where(eq(apiKeys.id, keyId));
  return row && !row.key.revokedAt ? row : null;
}

const mailAbout =
  (words: (key: typeof apiKeys.$inferSelect) => { title: string; news: string; facts: LetterFacts }) =>
  async (services: Services, { keyId }: { keyId: string }) => {
    const row = await keyWithMaker(services, keyId);
    if (!row) return null;
    const { key, to } = row;
    const { title, news, facts } = words(key);
    const about: LetterFacts = [
      ["Name", withoutLinks(key.label)],
      ["Key", `${key.hint} (${KEY_MODE_NAMES[key.mode]}, ${KEY_ACCESS_NAMES[key.access].toLowerCase()})`],
    ];
    return letter(
      await services.company(),
      { name: to.name ?? "", address: to.email },
      {
        ...{ title, news, more: [[...about, ...facts], CALM] },
        button: { text: "See your keys", href: services.origin + developersPath(ownerOfRow(key).kind) },
      },
    );
  };

/** Null if the key is already revoked: then no mail is sent. */
export const apiKeyMadeMail: MailText<"api_key_made"> = mailAbout((key) => ({
  title: "A new API key was made",
  news: "A program that has this key can now act for you.",
  facts: [["Made", formatDateTime(key.createdAt)]],
}));

/** Null if the key is already revoked: then no mail is sent. */
export const apiKeyElsewhereMail: MailText<"api_key_elsewhere"> = mailAbout((key) => ({
  title: "Your API key was used from a new place",
  news: "A program used your API key from a network that had not used it before.",
  facts: [
    ["Network", key.lastUsedFrom ?? "unknown"],
    ["Time", key.lastUsedAt ? formatDateTime(key.lastUsedAt) : "unknown"],
  ],
}));
