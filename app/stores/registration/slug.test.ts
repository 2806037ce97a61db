import { describe, expect, it } from "vitest";
import { slugOf, slugTry } from "./slug.ts";

describe("the readable address of a store", () => {
  it.each([
    ["Mama Ngozi Kitchen", "mama-ngozi-kitchen"],
    ["Ọ̀nà & Sons", "ona-and-sons"],
    ["Ade's  Café!!", "ades-cafe"],
    ["--50% off--", "50-off"],
    ["متجر", "store"],
    ["🛒", "store"],
  ])("%s is at %s", (name, slug) => expect(slugOf(name)).toBe(slug));

  it("stays short and never ends in a dash", () => {
    const slug = slugOf("a ".repeat(100));
    expect(slug.length).toBeLessThanOrEqual(60);
    expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  });

  it("counts up where it is taken", () => {
    expect([0, 1, 2].map((tries) => slugTry("mama", tries))).toEqual(["mama", "mama-2", "mama-3"]);
  });
});
