import { expect, test } from "vitest";
import { keyedForm, sameContent } from "./idempotency.server.ts";

const hashOf = (content: object, secret = "s") => keyedForm({ secret }, "key", content).hash.toString("hex");

test("the same content is the same form, whatever the order of its fields and what is left empty", () => {
  const form = { name: "Ada", lines: [{ id: "a", quantity: 2 }] };
  expect(hashOf({ lines: [{ quantity: 2, id: "a" }], name: "Ada" })).toBe(hashOf(form));
  expect(hashOf({ ...form, referralCode: "", shareDescription: false, orderId: null, note: undefined })).toBe(
    hashOf(form),
  );
});

test("other content is another form, and nobody without the secret can try contents", () => {
  const form = { name: "Ada", lines: [{ id: "a", quantity: 2 }] };
  for (const other of [
    { ...form, name: "Ada " },
    { ...form, lines: [] },
    { ...form, shareDescription: true },
  ])
    expect(hashOf(other)).not.toBe(hashOf(form));
  expect(hashOf({ lines: [{ id: "b" }, { id: "a" }] })).not.toBe(
    hashOf({ lines: [{ id: "a" }, { id: "b" }] }),
  );
  expect(hashOf(form, "another")).not.toBe(hashOf(form));
});

test("a row from before hashes were kept is taken for the same form", () => {
  expect(sameContent(null, keyedForm({ secret: "s" }, "key", {}))).toBe(true);
});
