import { expect, test, vi } from "vitest";
import { idempotencyKey, withIdempotency, type FirstUse } from "./idempotency.server.ts";

const keyOf = (content: object, secret = "s") => idempotencyKey({ secret }, "key", content);
const hashOf = (content: object, secret?: string) => keyOf(content, secret).hash.toString("hex");

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

/** Sends `content` where the finds answer with these first uses, one after the other. */
async function send(content: object, uses: (FirstUse<string> | null)[], done: string | null = "done") {
  const work = vi.fn(() => Promise.resolve(done));
  const response = await withIdempotency(
    keyOf(content),
    {
      find: () => Promise.resolve(uses.shift() ?? null),
      repeat: (answer) => `again: ${answer}`,
      conflict: (answer) => `used for ${answer}`,
    },
    work,
  );
  return { response, worked: work.mock.calls.length };
}
const use = (content: object) => ({ formHash: keyOf(content).hash, answer: "first" });
const refused = { ok: false, code: "conflict", errors: { form: "used for first" } };

test("a new key does the work; the same key with the same content is answered as the first time", async () => {
  expect(await send({ a: 1 }, [])).toEqual({ response: "done", worked: 1 });
  expect(await send({ a: 1 }, [use({ a: 1 })])).toEqual({ response: "again: first", worked: 0 });
});

test("the same key with other content is a conflict", async () => {
  expect(await send({ a: 2 }, [use({ a: 1 })])).toEqual({ response: refused, worked: 0 });
});

test("a key that was claimed while the work ran is compared with the content that claimed it", async () => {
  expect(await send({ a: 1 }, [null, use({ a: 1 })], null)).toEqual({ response: "again: first", worked: 1 });
  expect(await send({ a: 2 }, [null, use({ a: 1 })], null)).toEqual({ response: refused, worked: 1 });
  await expect(send({ a: 2 }, [], null)).rejects.toThrow("has no row");
});

test("a row from before hashes were kept counts as the same content", async () => {
  expect(await send({}, [{ formHash: null, answer: "first" }])).toEqual({
    response: "again: first",
    worked: 0,
  });
});
