import { expect, test } from "vitest";
import { refusalText, refuse, responseInit, withoutSecrets, type Code } from "./result.ts";

test.each<[Code, number]>([
  ["invalid", 400],
  ["unauthenticated", 401],
  ["forbidden", 403],
  ["not_found", 404],
  ["conflict", 409],
  ["gone", 410],
  ["rate_limited", 429],
  ["unavailable", 503],
])("%s is status %i", (code, status) => {
  expect(responseInit({ code }).status).toBe(status);
});

test("a refusal with a wait says so in Retry-After, and what is unavailable always does", () => {
  expect(responseInit(refuse("rate_limited", "Wait.", 30)).headers).toEqual({ "Retry-After": "30" });
  expect(responseInit(refuse("unavailable", "Wait.")).headers).toEqual({ "Retry-After": "5" });
  expect(responseInit(refuse("invalid", "No.")).headers).toEqual({});
});

test("a text alone is about the form, and is what the refusal says", () => {
  expect(refuse("conflict", "Sent before.").errors).toEqual({ form: "Sent before." });
  expect(refusalText(refuse("invalid", { phone: "No phone.", form: "Look below." }))).toBe("Look below.");
  expect(refusalText(refuse("invalid", { phone: "No phone." }))).toBe("No phone.");
});

test("passwords do not go back into a form", () => {
  expect(withoutSecrets({ name: "Ada", newPassword: "x", password: "y" })).toEqual({ name: "Ada" });
});
