import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { partKey } from "../../app/platform/operations/operation-key.server.ts";
import { readBackup, splitLine, verifyBackup } from "./backup-format.ts";

test("a line is its kind, its name and a payload that may hold spaces", () => {
  expect(splitLine('row profiles {"a":"b c"}')).toEqual({
    kind: "row",
    name: "profiles",
    payload: '{"a":"b c"}',
  });
  expect(splitLine("file x.webp AAEC")).toEqual({ kind: "file", name: "x.webp", payload: "AAEC" });
  expect(splitLine('end {"jobs":1}')).toEqual({ kind: "end", name: "", payload: '{"jobs":1}' });
});

test("[RUN-5] a backup may hold the waiting mail of a status, whose id is a hash", async () => {
  const migrations = [{ hash: "x", when: 1 }];
  const lines = [
    `ona-backup ${JSON.stringify({ format: 2, at: "2026-11-26", migrations, pictures: "elsewhere" })}`,
  ];
  for (let event = 1; event <= 40; event++)
    lines.push(
      `job ${JSON.stringify({ id: partKey("status_changed", String(event)), name: "mail", data: {} })}`,
    );
  const before = lines.map((line) => `${line}\n`).join("");
  const sha256 = createHash("sha256").update(before).digest("hex");
  const file = gzipSync(`${before}end ${JSON.stringify({ rows: {}, jobs: 40, files: 0, sha256 })}\n`);
  expect((await verifyBackup(readBackup(Readable.from([file]), "it"))).counts.jobs).toBe(40);
});
