import { expect, test } from "vitest";
import { withArticle } from "./with-article.ts";

test("a noun has the article that it is spoken with", () => {
  expect(["phone number", "email address", "link"].map(withArticle)).toEqual([
    "a phone number",
    "an email address",
    "a link",
  ]);
});
