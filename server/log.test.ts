import { expect, test } from "vitest";
import { serializeError } from "./log.ts";

test("whatever was thrown is logged, and hides nothing", () => {
  for (const thrown of [null, undefined, "text", 7, {}, { status: 405, data: "no" }, Object.create(null), []])
    expect(() => JSON.stringify(serializeError(thrown))).not.toThrow();
  expect(serializeError({ status: 405, error: new TypeError("the true one") })).toMatchObject({
    type: "TypeError",
    message: "the true one",
  });
  expect(serializeError({ code: "23505" })).toMatchObject({ code: "23505" });
});

test("what a query was given is not logged", () => {
  const error = new Error("Failed query: select $1\nparams: ada@example.com", {
    cause: Object.assign(new Error("bad"), { code: "22P02" }),
  });
  expect(serializeError(error)).toMatchObject({ code: "22P02", message: "Failed query: select $1" });
  expect(JSON.stringify(serializeError(error))).not.toContain("ada@");
});
