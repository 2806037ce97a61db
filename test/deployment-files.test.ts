/** The deployment files in docs/: the proxies match the product's own limits, the systemd unit its start. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readConfig } from "../server/config.ts";
import { createHttpServer } from "../server/http-server.ts";
import { UPLOAD_LIMIT } from "../server/read-body.ts";
import { installed, PROXIES, type ProxyName, writeProxyConfig } from "./fixtures/proxy.ts";

const read = (file: string) => readFileSync(file, "utf8");
const nginx = read("docs/proxy/nginx.conf");
const haproxy = read("docs/proxy/haproxy.cfg");
const unit = read("docs/systemd/ona.service");

/** The milliseconds that a setting of a proxy's file says, such as `proxy_read_timeout 60s`. */
function milliseconds(text: string, setting: string): number {
  const value = new RegExp(`^\\s*${setting}\\s+(\\d+)s`, "m").exec(text)?.[1];
  return Number(value) * 1000;
}

/** After how long a live stream that has nothing to say says so. */
function beat(): number {
  const text = /\bHEARTBEAT_MS = ([\d_]+)/.exec(read("app/platform/live/live-stream.server.ts"))?.[1];
  return Number(text?.replaceAll("_", ""));
}

test("the proxies allow the bodies, connections and silences that the product allows", () => {
  const server = createHttpServer(null, () => {});
  expect(/client_max_body_size (\d+)m;/.exec(nginx)?.[1]).toBe(String(UPLOAD_LIMIT / 1024 ** 2));
  expect(milliseconds(nginx, "keepalive_timeout")).toBeLessThan(server.keepAliveTimeout);
  for (const [text, setting] of [
    [nginx, "proxy_read_timeout"],
    [haproxy, "timeout client"],
    [haproxy, "timeout server"],
  ] as const)
    expect(milliseconds(text, setting), setting).toBeGreaterThan(2 * beat());
  // Streams ask for it themselves; everything else is better buffered.
  expect(nginx).not.toMatch(/proxy_buffering\s/);
  expect(read("README.md")).not.toMatch(/proxy_pass|ExecStart=\S*npm/);
});

for (const [name, { program }] of Object.entries(PROXIES)) {
  test.runIf(installed(program))(`${name} reads its file`, () => {
    const folder = mkdtempSync(join(tmpdir(), "ona-config-"));
    try {
      const ports = { plain: 8080, tls: 8443, one: 3001, two: 3002 };
      const conf = writeProxyConfig(name as ProxyName, ports, folder);
      const check = name === "nginx" ? ["-t", "-p", folder, "-c", conf, "-e", "stderr"] : ["-c", "-f", conf];
      const { status, stderr } = spawnSync(program, check, { encoding: "utf8" });
      expect(stderr).not.toMatch(/\[(warn|emerg|alert)|WARNING|ALERT/i);
      expect(status, stderr).toBe(0);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

test("the container starts Node.js with the flags of npm start", () => {
  const [, command = ""] = /^CMD (.*)$/m.exec(read("Dockerfile")) ?? [];
  const flags = JSON.parse(read("scripts/node-flags.json")) as string[];
  expect(JSON.parse(command)).toEqual(["./node", ...flags, "server/main.ts"]);
});

test("the unit starts Node.js itself, and its settings are ones that the product takes", () => {
  expect(unit).toMatch(/^ExecStart=\/usr\/bin\/node scripts\/start\.mjs$/m);
  expect(unit).toMatch(/^KillMode=mixed$/m);
  expect(unit).not.toMatch(/^Environment=/m);
  const lines = read("docs/systemd/ona.env").split("\n");
  const env = Object.fromEntries(
    lines
      .filter((line) => /^\w/.test(line))
      .map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]),
  );
  expect(readConfig(env)).toMatchObject({
    origin: "https://ona.example",
    secure: true,
    seed: "none",
    mailbox: false,
  });
});

test.runIf(existsSync("/usr/bin/systemd-analyze") && existsSync("/usr/bin/node"))(
  "systemd finds nothing wrong with the unit",
  () => {
    const { status, stderr } = spawnSync("systemd-analyze", ["verify", "docs/systemd/ona.service"], {
      encoding: "utf8",
    });
    // It names everything it finds, of other units of the machine too.
    expect(stderr.split("\n").filter((line) => line.includes("ona.service"))).toEqual([]);
    expect([0, 1]).toContain(status);
  },
);

test("the start's scripts say what Node.js they need in words that README repeats", () => {
  const version = /start with Node\.js ([\d.]+) or later/.exec(read("scripts/node-binary.mjs"))?.[1];
  expect(read("README.md")).toContain(`Node.js ${version}`);
  expect(read("docs/operations.md")).toContain(`${version} or later`);
});

test("no script of a package runs at install, and npm does not put the pinned Node.js into the PATH", () => {
  const settings = execFileSync("grep", ["-v", "^#", ".npmrc"], { encoding: "utf8" });
  expect(settings.trim().split("\n")).toEqual(["ignore-scripts=true", "bin-links=false"]);
});
