/** A machine with Git, Node.js and npm alone, and a machine with systemd: a minimal Debian in a folder. Root only, and long. */
import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { bootDebian, debianForAll, debianMissing, inDebian } from "../fixtures/debian.ts";
import { startClients } from "../fixtures/consistency-audit.ts";
import { LONG, note, worst } from "../fixtures/long.ts";
import { ask, freePort } from "../fixtures/product.ts";

/** The product serves within 5 minutes: a first start installs and builds. */
async function expectReady(origin: string): Promise<void> {
  const status = () =>
    ask(origin, "/readyz").then(
      (reply) => reply.status,
      () => 0,
    );
  await expect.poll(status, { timeout: 300_000 }).toBe(200);
}

const missing = LONG ? debianMissing() : "only in the long run";
if (missing) console.log(`A bare machine and systemd: not tried, since ${missing}.`);

/** What the product needs of a machine's own Node.js where the pinned one does not run. */
const CAPABLE = `process.exit(process.features.typescript && require("crypto").argon2 ? 0 : 1)`;

describe.runIf(!missing)("on a minimal Debian", () => {
  const debian = debianForAll();

  async function ended(line: string): Promise<{ code: number | null; output: string }> {
    const child = inDebian(debian.folder, line);
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (data: Buffer) => (output += data));
    const code = await new Promise<number | null>((done) => child.once("close", done));
    return { code, output };
  }

  test(
    "npm start names the library that is missing, then opens the product",
    { timeout: 600_000 },
    async () => {
      const capable = (await ended(`node -e '${CAPABLE}'`)).code === 0;
      const started = performance.now();
      if (!capable) {
        // The second time node_modules is there, and its own Node.js must not be what npm runs.
        for (let time = 0; time < 2; time++) {
          const { code, output } = await ended("cd /srv/ona && npm start");
          expect(code).toBe(1);
          expect(output).toContain("apt-get install libatomic1; Fedora: dnf install libatomic");
        }
        expect((await ended("apt-get install -y -q libatomic1")).code).toBe(0);
      }
      const port = await freePort();
      const child = inDebian(debian.folder, `cd /srv/ona && PORT=${port} npm start`);
      const origin = `http://localhost:${port}`;
      await expectReady(origin);
      expect((await ask(origin, "/")).text).toContain("Ona Delivery");
      note("A bare Debian: first npm start", {
        "until it serves, s": Math.round((performance.now() - started) / 1000),
      });
      child.kill("SIGKILL"); // Kills every process inside.
      await new Promise((done) => child.once("close", done));
    },
  );

  test(
    "docs/systemd/ona.service stops without a request cut or the database killed",
    { timeout: 600_000 },
    async () => {
      const port = await freePort();
      fs.cpSync("docs/systemd/ona.service", join(debian.folder, "etc/systemd/system/ona.service"));
      const settings = `PORT=${port}\nLIMITS_FACTOR=100000\nDATA_DIR=/var/lib/ona\nSEED=none\nADMIN_EMAIL=you@ona.example\n`;
      fs.writeFileSync(join(debian.folder, "etc/ona.env"), settings, { mode: 0o600 });
      execFileSync("rm", ["-rf", join(debian.folder, "srv/ona/data")]);
      const prepare = [
        "useradd --system --create-home --home-dir /var/lib/ona --shell /usr/sbin/nologin ona",
        "chown -R ona:ona /srv/ona",
        "systemctl enable ona.service",
        "systemctl mask apt-daily.timer apt-daily-upgrade.timer systemd-networkd systemd-resolved",
      ].join(" && ");
      expect((await ended(prepare)).code).toBe(0);
      const verified = await ended("systemd-analyze verify ona.service");
      expect(verified).toEqual({ code: 0, output: "" });

      const machine = bootDebian(debian.folder);
      const origin = `http://localhost:${port}`;
      const stops: number[] = [];
      let cut = 0;
      try {
        for (let round = 0; round < 5; round++) {
          await expectReady(origin);
          const clients = startClients(origin, 8);
          await sleep(1000);
          const since = performance.now();
          await machine.run("systemctl", "stop", "ona");
          stops.push(performance.now() - since);
          await machine.run("systemctl", "start", "ona");
          const { failures } = await clients.stop();
          const { ECONNREFUSED: _refused, ...failed } = Object.fromEntries(failures);
          cut += Object.values(failed).reduce((sum, n) => sum + n, 0);
          expect(failed).toEqual({});
          expect(clients.acknowledged()).toBeGreaterThan(8);
        }
        const log = await machine.run("journalctl", "-u", "ona", "--no-pager");
        expect(log).not.toMatch(/SIGKILL|Killing process|code=killed|Failed with result/);
        await machine.run("systemctl", "stop", "ona");
      } finally {
        await machine.end();
      }
      const output = fs.readFileSync(join(debian.folder, "var/lib/ona/postgres.log"), "utf8");
      expect(output).not.toMatch(/not properly shut down|interrupted|automatic recovery/);
      expect(output.match(/database system is shut down/g)).toHaveLength(6);
      note("systemd: stopped under load", {
        stops: stops.length,
        "requests cut": cut,
        "slowest stop, ms": worst(stops),
      });
    },
  );
});
