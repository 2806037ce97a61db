import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Returns APP_SECRET, or the secret that the first start generated in DATA_DIR. Only the file's owner can read it. */
export async function appSecret(given: string | null, dataDir: string): Promise<string> {
  if (given) return given;
  const file = join(dataDir, "app-secret");
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  try {
    await writeFile(file, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx", flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return (await readFile(file, "utf8")).trim();
}

/** Returns the secret for commands that only read: null if it is missing, because they must not generate one. */
export async function presentSecret(given: string | null, dataDir: string): Promise<string | null> {
  if (given) return given;
  try {
    return (await readFile(join(dataDir, "app-secret"), "utf8")).trim() || null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
