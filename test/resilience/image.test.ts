/**
 * The steps of the container image (scripts/image.sh) in a chroot, and the product as the image runs it. Root only, and
 * long.
 */
import { execFileSync, spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { copySources } from "../fixtures/checkout.ts";
import { copyContext } from "../fixtures/image-context.ts";
import { debianForAll, debianMissing, inDebian } from "../fixtures/debian.ts";
import { note } from "../fixtures/long.ts";
import { ask, freePort } from "../fixtures/product.ts";
import { describeWhere, firstOf, ONLY_LONG } from "../fixtures/test-where.ts";

const missing = firstOf(ONLY_LONG, debianMissing());

/** Private files that lie beside the sources when the image is built; the image must not contain them. */
const PRIVATE = [
  "secrets/app-secret",
  "certificates/key.pem",
  ".env",
  "data/app-secret",
  "notes.txt",
  "server/tls.key",
];
const WORD = "only-for-the-operator";

/** Copies the sources as the Dockerfile's `COPY . .` does from a folder that also holds private files. */
function copyBesideSecrets(to: string): void {
  const folder = fs.mkdtempSync(join(tmpdir(), "ona-context-"));
  try {
    copySources(folder);
    for (const file of PRIVATE) {
      fs.mkdirSync(dirname(join(folder, file)), { recursive: true });
      fs.writeFileSync(join(folder, file), WORD);
    }
    copyContext(folder, to);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

const MOST_MB = 350;
const dockerfile = fs.readFileSync("Dockerfile", "utf8");

describeWhere(missing)("the image's steps on a minimal Debian", () => {
  const debian = debianForAll(copyBesideSecrets);

  async function ended(line: string): Promise<string> {
    const child = inDebian(debian.folder, line);
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (data: Buffer) => (output += data));
    const code = await new Promise<number | null>((done) => child.once("close", done));
    if (code !== 0) throw new Error(output);
    return output;
  }

  test(
    `an install without what only building needs has at most ${MOST_MB} MB, and runs read-only and without rights`,
    { timeout: 1_200_000 },
    async () => {
      for (const step of ["system", "build"]) {
        expect(dockerfile).toContain(`image.sh ${step}`);
        await ended(`cd /srv/ona && sh scripts/image.sh ${step}`);
      }
      const held = spawnSync("grep", ["-rlF", WORD, join(debian.folder, "srv/ona")], { encoding: "utf8" });
      expect(held).toMatchObject({ status: 1, stdout: "" });
      const megabytes = (path: string) =>
        Number(execFileSync("du", ["-sm", join(debian.folder, path)], { encoding: "utf8" }).split("\t")[0]);
      const whole = megabytes("srv/ona");
      note("The container image's steps", {
        "product with its packages, MB": whole,
        "of it node_modules, MB": megabytes("srv/ona/node_modules"),
      });
      expect(whole).toBeLessThanOrEqual(MOST_MB);
      expect(fs.existsSync(join(debian.folder, "srv/ona/node_modules/vitest"))).toBe(false);

      const command = /^CMD (\[.*\])$/m.exec(dockerfile)?.[1];
      const words = JSON.parse(command ?? "[]") as string[];
      const port = await freePort();
      const settings = `NODE_ENV=production DATA_DIR=/data SEED=none ADMIN_EMAIL=you@ona.example PORT=${port}`;
      const data = "mount -t tmpfs -o mode=700,uid=10001,gid=10001 tmpfs /data";
      const readOnly = "mount --bind /srv /srv && mount -o remount,bind,ro /srv";
      const child = inDebian(
        debian.folder,
        `${data} && ${readOnly} && cd /srv/ona && ! touch x && exec env ${settings} setpriv --reuid 10001 --regid 10001 --clear-groups --no-new-privs --inh-caps=-all ${words.join(" ")}`,
      );
      let output = "";
      for (const stream of [child.stdout, child.stderr])
        stream?.on("data", (text: Buffer) => (output += text));
      const status = () =>
        ask(`http://localhost:${port}`, "/readyz").then(
          (reply) => reply.status,
          () => 0,
        );
      await expect.poll(status, { timeout: 120_000, message: output }).toBe(200);
      const health = /^HEALTHCHECK .* CMD (\[.*\])$/m.exec(dockerfile)?.[1] ?? "[]";
      const admin = "server/commands/admin-cli.ts --version";
      const healthy = `cd /srv/ona && PORT=${port} ${(JSON.parse(health) as string[]).join(" ")} && ./node ${admin}`;
      expect(await ended(healthy)).toMatch(/^\d+\.\d+\.\d+\n$/);
      // The product changed its user, so it no longer ends with its parent process. The test sends the signal to the
      // product itself.
      const product = Number(fs.readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8"));
      process.kill(product, "SIGTERM");
      await new Promise((done) => child.once("close", done));
      expect(child.exitCode, output).toBe(0);
    },
  );
});
