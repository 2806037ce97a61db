import { expect, test } from "vitest";
import { hasTrigram, pageLinks, readSearch, withParams } from "./query.ts";

test("a search is cut at a hundred characters and holds nothing that a database refuses", () => {
  expect(readSearch(new URLSearchParams({ q: ` \0${"x".repeat(200)} ` }))).toHaveLength(100);
  expect(readSearch(new URLSearchParams())).toBe("");
});

test("punctuation alone is no search", () => {
  const searched = ["%%%", "...", "--- ---", "_", "👍👍👍"].map((q) =>
    readSearch(new URLSearchParams({ q })),
  );
  expect(searched).toEqual(["", "", "", "", ""]);
  expect(readSearch(new URLSearchParams({ q: "m&m" }))).toBe("m&m");
  expect(readSearch(new URLSearchParams({ q: "ọ" }))).toBe("ọ");
});

test("the index helps from three letters or digits in a row on", () => {
  expect(["rice", "ab 080", "ọja"].map(hasTrigram)).toEqual([true, true, true]);
  expect(["ab", "m&m", "a b c", "%%%"].map(hasTrigram)).toEqual([false, false, false, false]);
});

test("an address keeps what is not changed, and loses what is set to nothing", () => {
  expect(withParams("q=rice&add=1", { add: null, edit: "7" })).toBe("?q=rice&edit=7");
  expect(withParams("q=rice", { q: null })).toBe("?");
});

test("a page's neighbours keep the filter and have one place, and there is no link to where nothing is", () => {
  expect(pageLinks("q=rice&older=a", { newer: "b", older: null })).toEqual({ newerHref: "?q=rice&newer=b" });
  expect(pageLinks("newer=b", { newer: null, older: "c" })).toEqual({ olderHref: "?older=c" });
  expect(pageLinks("", { newer: null, older: null })).toEqual({});
});
