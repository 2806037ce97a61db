/** The store of uploaded pictures: a folder under DATA_DIR, or an S3 bucket. */
import { mkdir, opendir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import { FILE_KEY } from "./file-key.ts";
import { FileNotStored, type Files } from "./file-store.ts";
import { s3Files } from "./s3.server.ts";

export function openFiles(config: { dataDir: string; s3Url: string | null }): Files {
  return config.s3Url ? s3Files(config.s3Url) : folderFiles(join(config.dataDir, "uploads"));
}

export function folderFiles(folder: string): Files {
  const path = (key: string) => {
    if (!FILE_KEY.test(key)) throw new Error("not a file key");
    return join(folder, key);
  };
  return {
    async put(key, bytes) {
      const target = path(key);
      const draft = join(folder, `.${randomUUID()}`);
      try {
        // Other users of the machine must not read the pictures, which include identity papers.
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeFile(draft, bytes, { flush: true, mode: 0o600 });
        await rename(draft, target);
      } catch (error) {
        await rm(draft, { force: true }).catch(() => {});
        throw new FileNotStored(error);
      }
    },
    async get(key) {
      if (!FILE_KEY.test(key)) return null;
      try {
        return await readFile(path(key));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
        throw error;
      }
    },
    remove: (key) => rm(path(key), { force: true }),
    async *list() {
      const entries = await opendir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return [];
        throw error;
      });
      for await (const { name } of entries) if (FILE_KEY.test(name)) yield name;
    },
  };
}
