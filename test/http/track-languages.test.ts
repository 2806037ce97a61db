/** The track page in other languages, over HTTP; the page is cached for everybody in each language. */
import { expect, test } from "vitest";
import { LANGUAGE_TAGS } from "../../app/domain/languages.ts";
import { readLanguageLines } from "../../app/languages/languages.server.ts";
import { translationOf } from "../../app/languages/translations.server.ts";
import { languageTexts, trackLanguages } from "../../app/platform/db/schema.ts";
import type { Visitor } from "../fixtures/app.ts";
import { openCachedPages } from "../fixtures/cached-pages.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";

const { app, one, code } = await closedAfterAll(openCachedPages());
const { db } = app.services;
const HERE = "/admin/languages";
const TRACK = `/track?code=${code}`;
const boss = await app.admin("super_admin");
const moderator = await app.admin("moderator");

const press = (who: Visitor, form: Record<string, string>) => who.send(HERE, form);
const switchOn = (language: string) => press(boss, { intent: "on", language, readBy: "Amina Sule" });

const inHausa = { Cookie: "language=ha" };

test("[TRACK-11] a language is off until a super admin says who read it, and switched off again", async () => {
  expect((await one.get(TRACK, inHausa)).text).toContain('<html lang="en-NG"');
  expect((await one.get(TRACK)).text).not.toContain("Hausa");
  expect((await press(moderator, { intent: "on", language: "ha", readBy: "Amina Sule" })).status).toBe(403);
  expect((await press(boss, { intent: "on", language: "ha", readBy: " " })).status).toBe(400);
  expect((await press(boss, { intent: "on", language: "fr", readBy: "Amina Sule" })).status).toBe(400);
  expect(await db.$count(trackLanguages)).toBe(0);

  expect((await switchOn("ha")).toast).toMatchObject({ title: "Language switched on" });
  expect((await boss.ask(HERE)).text).toContain("Amina Sule read it on");
  await expect.poll(async () => (await one.get(TRACK)).text).toContain("Hausa");
  const page = await one.get(TRACK, inHausa);
  expect(page.text).toContain('<html lang="ha"');
  expect(page.text).toContain("Abin da ya faru zuwa yanzu");
  // The track page contains no texts that belong only to the receiver's page or to refusals.
  expect(page.text).toContain(translationOf("ha", "track").texts["Tracking failed"]);
  const texts = Object.keys(translationOf("ha", "receiver").texts).filter(({ length }) => length > 20);
  const others = texts.filter((text) => !(text in translationOf("ha", "track").texts));
  expect(others.filter((text) => page.text.includes(JSON.stringify(text).slice(1, -1)))).toEqual([]);

  await press(boss, { intent: "off", language: "ha" });
  await expect.poll(async () => (await one.get(TRACK, inHausa)).text).toContain('<html lang="en-NG"');
});

test("[TRACK-11] a language whose texts are others than those that were read is off", async () => {
  await switchOn("yo");
  const cookie = { Cookie: "language=yo" };
  await expect.poll(async () => (await one.get(TRACK, cookie)).text).toContain('<html lang="yo"');
  await db.update(trackLanguages).set({ textsHash: "of other texts" });
  await expect.poll(async () => (await one.get(TRACK, cookie)).text).toContain('<html lang="en-NG"');
  expect((await boss.ask(HERE)).text).toContain("a text is another one since then");
  await press(boss, { intent: "off", language: "yo" });
});

test("[TRACK-11] a language is read line by line: each is saved by itself, keeps its values, and shows on the page", async () => {
  const lines = await readLanguageLines(db, "ha");
  const heading = lines.find(({ english }) => english === "Track Package")!;
  const [first, second] = lines.filter((line) => line !== heading);
  const at = (line: string, next = "") => `${HERE}?${new URLSearchParams({ language: "ha", line, next })}`;
  const opened = await boss.ask(`${HERE}?language=ha`);
  expect(opened.text).toContain(`Line 1 of ${lines.length}`);
  expect(opened.text).toContain(`0 of ${lines.length} read`);
  expect(opened.text).not.toContain("Texts in Yoruba");
  const save = (line: string, text: string, who = boss) =>
    who.send(at(line, second!.id), { intent: "line", language: "ha", line, text });
  expect((await save(first!.id, "Sabo", moderator)).status).toBe(403);
  expect((await save("none", "Sabo")).status).toBe(409);

  // A line is saved with its old text. So the language stays on, and the page of the next line opens.
  await switchOn("ha");
  const kept = await save(first!.id, first!.text);
  expect([kept.status, kept.location]).toEqual([302, `${HERE}?language=ha&line=${second!.id}`]);
  expect((await boss.ask(HERE)).text).toContain("On: Amina Sule read it");
  const dated = lines.find(({ english }) => english.includes("{day}"))!;
  const lost = await save(dated.id, "Ba rana");
  expect(lost.status).toBe(400);
  for (const part of ["Keep {day} as it is", "Ba rana"]) expect(lost.text).toContain(part);

  await save(heading.id, "Bi sawun kaya");
  expect((await boss.ask(HERE)).text).toContain("a text is another one since then");
  await switchOn("ha");
  await expect.poll(async () => (await one.get("/track", inHausa)).text).toContain("Bi sawun kaya");
  expect((await boss.ask(`${HERE}?language=ha`)).text).toContain(`2 of ${lines.length} read`);
  await press(boss, { intent: "off", language: "ha" });
  await db.delete(languageTexts);
});

test("[TRACK-11] a choice is remembered for the track page, without JavaScript, and English takes it back", async () => {
  for (const tag of LANGUAGE_TAGS) await switchOn(tag);
  const visitor = app.visitor();
  const chosen = await visitor.ask(`${TRACK}&language=ig`);
  expect([chosen.status, chosen.location]).toEqual([302, TRACK]);
  expect((await visitor.ask(TRACK)).text).toContain('<html lang="ig"');
  expect((await visitor.ask("/track")).text).toContain('<html lang="ig"');
  await visitor.ask("/track?language=en");
  expect((await visitor.ask(TRACK)).text).toContain('<html lang="en-NG"');
  // An unknown language is ignored: the page stays in the present language.
  expect((await visitor.ask("/track?language=klingon")).status).toBe(302);
});

test("[TRACK-11] [CACHE-2] each language is cached by itself, and the other pages know nothing of it", async () => {
  const work = async (path: string, headers: Record<string, string>) => {
    await one.get(path, headers);
    const again = await one.get(path, headers);
    return { again, statements: one.work.filter((text) => !text.includes("rate_limits")) };
  };
  for (const path of ["/track", TRACK]) {
    const english = await work(path, {});
    const hausa = await work(path, inHausa);
    const unknown = await work(path, { Cookie: "language=xx" });
    for (const { statements } of [english, hausa, unknown]) expect(statements).toEqual([]);
    expect(hausa.again.text).toContain('<html lang="ha"');
    for (const { again } of [english, unknown]) expect(again.text).toContain('<html lang="en-NG"');
  }
  expect((await work("/about", inHausa)).again.text).toBe((await work("/about", {})).again.text);
});
