/** TEXT-5: JavaScript and the database fold texts in the same way. */
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { closedAfterAll } from "../../test/fixtures/closed-after-all.ts";
import { times } from "../../test/fixtures/long.ts";
import { openTestServices } from "../../test/fixtures/services.ts";
import { foldSearch } from "./fold-search.ts";

const { services } = await closedAfterAll(openTestServices());

/** Returns the texts as the database folds them. */
async function bySql(texts: readonly string[]) {
  const { rows } = await services.db.execute<{ folded: string }>(sql`
    select search_fold(t.word) as folded from unnest(${sql.param([...texts])}::text[]) with ordinality t(word, n) order by n`);
  return rows.map(({ folded }) => folded);
}

/**
 * The characters that are compared. `npm test` compares only the first 0x3000, which include nearly all alphabets.
 * `npm run test:long` compares all characters that a text may contain.
 */
const CHARACTERS = Array.from({ length: times(0x3000, 0x110000) - 1 }, (_, n) => n + 1)
  .filter((at) => at < 0xd800 || at > 0xdfff)
  .map((at) => String.fromCodePoint(at));

test("[TEXT-5] JavaScript and SQL fold every letter that both know to the same", async () => {
  const differing: string[] = [];
  for (let from = 0; from < CHARACTERS.length; from += 50_000) {
    const some = CHARACTERS.slice(from, from + 50_000);
    const folded = await bySql(some);
    for (const [n, letter] of some.entries()) if (folded[n] !== foldSearch(letter)) differing.push(letter);
  }
  // JavaScript and PostgreSQL may have different versions of Unicode. Then one of them does not know the newest
  // letters, such as U+1C89 of Unicode 16. They are not used in Nigeria, so differences in them are allowed.
  const known = differing.filter((letter) => letter.codePointAt(0)! < 0x2c00 && letter !== "\u1c89");
  expect(known).toEqual([]);
  expect(differing.length).toBeLessThan(200);
});

test("[TEXT-5] texts of such letters are folded alike, and what is folded stays", async () => {
  const letter = fc.oneof(
    fc.integer({ min: 1, max: 0x24f }).map((at) => String.fromCodePoint(at)),
    fc.constantFrom(...Array.from("ẹọṣịụṅɓɗƙƴƁƊƘƳŊŋÆßſΣςİıʼ’'`\u0300\u0301\u0323ﬁＡ１٣ЖжÉ ")),
  );
  const texts = fc.sample(fc.string({ unit: letter, maxLength: 30 }), 3000);
  expect(await bySql(texts)).toEqual(texts.map(foldSearch));
  const folded = texts.map(foldSearch);
  expect(folded.map(foldSearch)).toEqual(folded);
  expect(await bySql(folded)).toEqual(folded);
});

test("[TEXT-5] names are found as people type them", () => {
  for (const [name, typed] of [
    ["Ọláyínká", "olayinka"],
    ["Ṣọlá Adé", "SOLA ADE"],
    ["Ɓala Ƙwari", "bala kwari"],
    ["Jumu’a", "jumua"],
    ["O'Brien", "obrien"],
    ["Ọ̀nà", "o\u0323\u0300na\u0300"],
    ["Straße", "strasse"],
    ["ＡＤＡ", "ada"],
  ] as const)
    expect(foldSearch(typed)).toBe(foldSearch(name));
  for (const nothing of ["'", "’ʼ", "\u0301", "\u200b"]) expect(foldSearch(nothing)).toBe("");
});
