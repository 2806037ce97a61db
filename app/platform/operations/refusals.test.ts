import { expect, test } from "vitest";
import { refusals } from "./refusals.ts";

test("a refusal by a limit says when to try again", () => {
  const refuse = refusals({
    often: ({ retryAfterSeconds: s }: { retryAfterSeconds: number }) => `Wait ${s}.`,
  });
  expect(refuse("rate_limited", "often", { retryAfterSeconds: 9 })).toEqual({
    ok: false,
    code: "rate_limited",
    reason: "often",
    errors: { form: "Wait 9." },
    retryAfterSeconds: 9,
  });
});
