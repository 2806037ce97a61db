import { expect, test } from "vitest";
import { pageLinks, withParams } from "./query.ts";

test("an address keeps what is not changed, and loses what is set to nothing", () => {
  expect(withParams("q=rice&add=1", { add: null, edit: "7" })).toBe("?q=rice&edit=7");
  expect(withParams("q=rice", { q: null })).toBe("?");
});

test("the links to other pages keep the filter and carry one cursor; a page that does not exist has no link", () => {
  expect(pageLinks("q=rice&older=a", { previous: "b", next: null })).toEqual({
    previousHref: "?q=rice&newer=b",
  });
  expect(pageLinks("newer=b", { previous: null, next: "c" })).toEqual({ nextHref: "?older=c" });
  expect(pageLinks("", { previous: null, next: null })).toEqual({});
});
