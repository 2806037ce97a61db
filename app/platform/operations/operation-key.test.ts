import { expect, test, vi } from "vitest";
import {
  reservedKeyOf,
  contentHash,
  findFirstUse,
  keyInSpace,
  partKey,
  type KeyToReserve,
  type StoredKey,
} from "./operation-key.server.ts";

const SECRET = { secret: "s" };
const hashOf = (content: object, secret = "s") => contentHash({ secret }, content).toString("hex");

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

test("a key is another one in another space, operation or installation, and each part of a form has its own", () => {
  const keys = [
    keyInSpace(SECRET, "guests", "a.b", "key"),
    keyInSpace(SECRET, "person 1", "a.b", "key"),
    keyInSpace(SECRET, "guests", "a.c", "key"),
    keyInSpace({ secret: "another" }, "guests", "a.b", "key"),
    partKey("key", "1"),
    partKey("key", "2"),
  ];
  expect(new Set(keys).size).toBe(keys.length);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
});

const toReserve = (content: object, spaces: KeyToReserve["spaces"] = ["own", "guests"]): KeyToReserve => ({
  name: "a.b",
  key: "key",
  content,
  spaces,
});
const kept = (space: string, content: object | null): StoredKey<string> => {
  const { key, hash } = reservedKeyOf(SECRET, toReserve(content ?? {}, [space]));
  return { key, formHash: content && hash, response: `of ${space}` };
};
const find = (content: object, ...rows: StoredKey<string>[]) =>
  findFirstUse(SECRET, toReserve(content), () => Promise.resolve(rows));

test("a first use is looked for in all spaces by one read; a new key has none", async () => {
  const read = vi.fn(() => Promise.resolve([]));
  expect(await findFirstUse(SECRET, toReserve({ a: 1 }), read)).toBeNull();
  const keys = ["own", "guests"].map((space) => keyInSpace(SECRET, space, "a.b", "key"));
  expect(read.mock.calls).toEqual([[keys]]);
});

test("the same content is a repeat in either space; other content is a conflict in the own one alone", async () => {
  expect(await find({ a: 1 }, kept("own", { a: 1 }))).toEqual({ response: "of own", same: true });
  expect(await find({ a: 1 }, kept("guests", { a: 1 }))).toEqual({ response: "of guests", same: true });
  expect(await find({ a: 1 }, kept("own", { a: 2 }))).toEqual({ response: "of own", same: false });
  expect(await find({ a: 1 }, kept("guests", { a: 2 }))).toBeNull();
  const both = [kept("own", { a: 2 }), kept("guests", { a: 1 })];
  expect(await find({ a: 1 }, ...both)).toEqual({ response: "of guests", same: true });
});

test("a row from before hashes were kept counts as the same content", async () => {
  expect(await find({ a: 1 }, kept("own", null))).toEqual({ response: "of own", same: true });
});
