/** The sources as a fresh clone has them, with what is changed and not yet committed. */
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";

export function copySources(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const copy = `git ls-files -z --cached --others --exclude-standard | tar --null -T - -c | tar -x --no-same-owner -C "$1"`;
  execFileSync("sh", ["-c", copy, "sh", folder]);
}
