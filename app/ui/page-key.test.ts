import { expect, test } from "vitest";
import { UUID_PATTERN } from "../platform/http/uuid.ts";
import { drawKey } from "./page-key.ts";

test("a key is a random UUID of version 4", () => {
  const keys = Array.from({ length: 1000 }, drawKey);
  expect(new Set(keys).size).toBe(1000);
  for (const key of keys) {
    expect(key).toMatch(new RegExp(`^${UUID_PATTERN}$`));
    expect(key).toMatch(/^.{14}4.{4}[89ab]/);
  }
});
