import { PassThrough } from "node:stream";
import { pino } from "pino";
import { expect, test } from "vitest";
import { LOG_OPTIONS, serializeError } from "./log.ts";

test("a line says once which process wrote it, when, and how bad it is in a word", () => {
  const lines = new PassThrough();
  pino(LOG_OPTIONS, lines).warn({ path: "/" }, "no response in time");
  const line = String(lines.read());
  expect(line.match(/"pid":/g)).toHaveLength(1);
  expect(JSON.parse(line)).toMatchObject({ level: "warn", pid: process.pid, msg: "no response in time" });
  expect(line).toMatch(/"time":"\d{4}-\d\d-\d\dT/);
});

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
