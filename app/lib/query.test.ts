import { expect, test } from "vitest";
import { neighbours, readSearch, withParams } from "./query.ts";

test("a search is cut at a hundred characters and holds nothing that a database refuses", () => {
  expect(readSearch(new URLSearchParams({ q: ` \0${"x".repeat(200)} ` }))).toHaveLength(100);
  expect(readSearch(new URLSearchParams())).toBe("");
});

test("an address keeps what is not changed, and loses what is set to nothing", () => {
  expect(withParams("q=rice&add=1", { add: null, edit: "7" })).toBe("?q=rice&edit=7");
  expect(withParams("q=rice", { q: null })).toBe("?");
});

test("a page's neighbours keep the filter and have one place, and there is no link to where nothing is", () => {
  expect(neighbours("q=rice&older=a", { newer: "b", older: null })).toEqual({ newerHref: "?q=rice&newer=b" });
  expect(neighbours("newer=b", { newer: null, older: "c" })).toEqual({ olderHref: "?older=c" });
  expect(neighbours("", { newer: null, older: null })).toEqual({});
});
