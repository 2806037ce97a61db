import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestS3, type TestS3 } from "../../../test/fixtures/s3.ts";
import { storedFiles } from "../../../test/fixtures/stored-files.ts";
import { FileNotStored, type Files } from "./file-store.ts";
import { folderFiles, openFiles } from "./files.server.ts";

const KEY = "7f6f0d8e-0000-4000-8000-000000000001.webp";
const BYTES = new Uint8Array([82, 73, 70, 70, 0, 255]);
let s3: TestS3;
let folder: string;
beforeAll(async () => {
  s3 = await startTestS3();
  folder = await mkdtemp(join(tmpdir(), "ona-files-"));
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

const places: [string, () => Files][] = [
  ["a folder", () => folderFiles(join(folder, "uploads"))],
  ["an S3 bucket", () => openFiles({ dataDir: folder, s3Url: s3.url })],
];

test("other users of the machine read neither the folder nor a picture", async () => {
  const own = join(folder, "private");
  await folderFiles(own).put(KEY, BYTES, "image/webp");
  for (const [path, mode] of [
    [own, 0o700],
    [join(own, KEY), 0o600],
  ] as const)
    expect((await stat(path)).mode & 0o777).toBe(mode);
});

describe.each(places)("files in %s", (_, open) => {
  test("what is put is got, what is removed is gone, and removing twice is no error", async () => {
    const files = open();
    expect(await files.get(KEY)).toBeNull();
    await files.put(KEY, BYTES, "image/webp");
    expect([...(await files.get(KEY))!]).toEqual([...BYTES]);
    const other = KEY.replace("1.webp", "2-480.webp");
    await files.put(other, BYTES, "image/webp");
    expect(await storedFiles(files)).toEqual([KEY, other]);
    await files.remove(other);
    await files.remove(KEY);
    await files.remove(KEY);
    expect(await files.get(KEY)).toBeNull();
    expect(await storedFiles(files)).toEqual([]);
  });

  test.each(["../secret.webp", "a/b.webp", ".hidden.webp", "x.svg", "x.html", ""])(
    "%j is no file",
    async (key) => {
      const files = open();
      expect(await files.get(key)).toBeNull();
      await expect(files.put(key, BYTES, "image/webp")).rejects.toThrow("not a file key");
    },
  );
});

test("a bucket keeps the type and the prefix, and refuses a wrong secret", async () => {
  await openFiles({ dataDir: folder, s3Url: s3.url }).put(KEY, BYTES, "image/webp");
  expect(s3.objects.get(`uploads/${KEY}`)?.contentType).toBe("image/webp");
  const wrong = openFiles({ dataDir: folder, s3Url: s3.url.replace("test-key:", "test-key:wrong") });
  await expect(wrong.get(KEY)).rejects.toThrow();
});

test("a folder keeps nothing half written", async () => {
  await folderFiles(join(folder, "uploads")).put(KEY, BYTES, "image/webp");
  expect(await readdir(join(folder, "uploads"))).toEqual([KEY]);
});

test("[RUN-8] a file that cannot be stored is told apart from a bug, with the system's reason", async () => {
  const file = join(folder, "a-file");
  await writeFile(file, "");
  // A folder cannot be made below a file.
  const put = folderFiles(join(file, "uploads")).put(KEY, BYTES, "image/webp");
  await expect(put).rejects.toThrow(FileNotStored);
  await expect(put).rejects.toMatchObject({ code: "ENOTDIR", message: expect.stringContaining("ENOTDIR") });
  const away = openFiles({ dataDir: folder, s3Url: s3.url.replace(/\d+(?=\/)/, "1") });
  await expect(away.put(KEY, BYTES, "image/webp")).rejects.toThrow(FileNotStored);
});
