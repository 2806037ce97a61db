import { expect, test } from "vitest";
import { splitLine } from "./backup-format.ts";

test("a line is its kind, its name and a payload that may hold spaces", () => {
  expect(splitLine('row profiles {"a":"b c"}')).toEqual({
    kind: "row",
    name: "profiles",
    payload: '{"a":"b c"}',
  });
  expect(splitLine("file x.webp AAEC")).toEqual({ kind: "file", name: "x.webp", payload: "AAEC" });
  expect(splitLine('end {"jobs":1}')).toEqual({ kind: "end", name: "", payload: '{"jobs":1}' });
});
