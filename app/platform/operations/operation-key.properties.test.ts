/** Properties of the hash of every form's content. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { holds } from "../../../test/fixtures/holds.ts";
import { contentHash } from "./operation-key.server.ts";

const hashOf = (content: object) => contentHash({ secret: "s" }, content).toString("hex");

const value = fc.oneof(
  fc.string({ minLength: 1 }),
  fc.integer(),
  fc.constant(true),
  fc.array(fc.string({ minLength: 1 }), { maxLength: 3 }),
);
const name = fc.stringMatching(/^[a-z]{1,8}$/);
const content = fc.dictionary(name, value, { maxKeys: 6 });

test("the order of the fields does not count, nor does what is empty or off", () => {
  const empty = fc.constantFrom("", false, null, undefined);
  holds([content, fc.dictionary(name, empty, { maxKeys: 3 })], (form, blanks) => {
    const turned = Object.fromEntries(Object.entries({ ...blanks, ...form }).toReversed());
    expect(hashOf(turned)).toBe(hashOf(form));
    return Object.keys(form).length > 1 && Object.keys(blanks).length > 0;
  });
});

test("another value of any one field is another form", () => {
  holds([content, name, value, fc.nat()], (form, added, other, nth) => {
    const fields = [...Object.keys(form), added];
    const field = fields[nth % fields.length]!;
    fc.pre(JSON.stringify(form[field]) !== JSON.stringify(other));
    expect(hashOf({ ...form, [field]: other })).not.toBe(hashOf(form));
    return field in form;
  });
});
