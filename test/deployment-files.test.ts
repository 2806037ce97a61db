/**
 * The deployment files in docs/: the limits of the proxies fit the product's limits, and the systemd unit starts the
 * product as `npm start` does.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";
import { readConfig } from "../server/config.ts";
import { createHttpServer } from "../server/http/http-server.ts";
import { UPLOAD_LIMIT } from "../server/http/read-body.ts";
import { contextOf } from "./fixtures/image-context.ts";
import { installed, PROXIES, type ProxyName, writeProxyConfig } from "./fixtures/proxy.ts";
import { firstOf, needsProgram, testWhere } from "./fixtures/test-where.ts";

const read = (file: string) => readFileSync(file, "utf8");
const nginx = read("docs/proxy/nginx.conf");
const haproxy = read("docs/proxy/haproxy.cfg");
const unit = read("docs/systemd/ona.service");

/** The milliseconds of a setting in a proxy's file, such as `proxy_read_timeout 60s`. */
function milliseconds(text: string, setting: string): number {
  const value = new RegExp(`^\\s*${setting}\\s+(\\d+)s`, "m").exec(text)?.[1];
  return Number(value) * 1000;
}

/** The interval in milliseconds at which a live stream sends a comment while there are no changes. */
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
  // The proxy must buffer responses. Only live streams are sent unbuffered, by a header of the stream's response.
  expect(nginx).not.toMatch(/proxy_buffering\s/);
  expect(read("README.md")).not.toMatch(/proxy_pass|ExecStart=\S*npm/);
});

for (const [name, { program }] of Object.entries(PROXIES)) {
  const missing = installed(program)
    ? null
    : `${name} or openssl is missing: apt-get install ${name} openssl`;
  testWhere(missing)(`${name} reads its file`, () => {
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

/** The paths of private files that compose.yaml, the documentation and common practice name. */
const PRIVATE = [
  ...["secrets/db-password", "secrets/database-url", "secrets/app-secret", "secrets/smtp-url"],
  ...["certificates/fullchain.pem", "certificates/key.pem"],
  ...[".env", ".env.production", "ona.env", "data/app-secret", "before-upgrade.backup", "notes.txt"],
  ...["server/key.pem", "app/tls.key", "scripts/secrets/one", "server/.env", "public/last.backup"],
];

/** A folder with some of the sources and with private files beside them. */
function inFolderWith(files: string[], work: (folder: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), "ona-context-"));
  try {
    for (const file of [".dockerignore", ".gitignore", "package.json", "scripts/image.sh", "server/main.ts"])
      cpSync(file, join(folder, file));
    for (const file of files) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), "private");
    }
    work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test("no secret, certificate, backup or data beside the sources gets into the image or the repository", () => {
  inFolderWith(PRIVATE, (folder) => {
    expect(contextOf(folder).sort()).toEqual(["package.json", "scripts/image.sh", "server/main.ts"]);
    const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, encoding: "utf8" });
    git("init", "--quiet");
    const added = git("add", "--all", "--dry-run").match(/'[^']+'/g);
    // Git ignores private files with usual names, but not these three, whose names an operator made up. .dockerignore
    // must keep all private files out of the image.
    const own = ["'notes.txt'", "'ona.env'", "'scripts/secrets/one'"];
    const sources = [
      "'.dockerignore'",
      "'.gitignore'",
      "'package.json'",
      "'scripts/image.sh'",
      "'server/main.ts'",
    ];
    expect(added?.toSorted()).toEqual([...sources, ...own].toSorted());
  });
});

test("every folder and file that the build reads is in the image", () => {
  const sources = /^ {2}"(app server .*)"\.split/m.exec(read("scripts/built.mjs"))?.[1]?.split(" ") ?? [];
  expect(sources.length).toBeGreaterThan(6);
  const context = contextOf(resolve("."));
  for (const path of [...sources, "package.json", ".npmrc", "scripts/image.sh", "scripts/node-flags.json"])
    expect(
      context.filter((file) => file === path || file.startsWith(`${path}/`)).length,
      path,
    ).toBeGreaterThan(0);
});

test.each(PRIVATE.filter((file) => !/^(notes\.txt|ona\.env)$/.test(file)))(
  "image.sh build refuses where %s was let in",
  (file) => {
    inFolderWith([file], (folder) => {
      const { status, stderr } = spawnSync("sh", ["scripts/image.sh", "build"], {
        cwd: folder,
        encoding: "utf8",
      });
      expect(stderr).toContain("must not become a part of the image");
      expect(status).toBe(1);
    });
  },
);

test("the container's health check says whether the product answers", async () => {
  const [, command = ""] = /^HEALTHCHECK .* CMD (\[.*\])$/m.exec(read("Dockerfile")) ?? [];
  const [program, ...args] = JSON.parse(command) as string[];
  expect(program).toBe("./node");
  let status = 200;
  const server = createServer((request, response) => {
    response.statusCode = request.url === "/healthz" ? status : 404;
    response.end();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const PORT = String((server.address() as AddressInfo).port);
  const ends = () =>
    new Promise((done) =>
      spawn(process.execPath, args, { env: { PORT }, stdio: "ignore" }).once("exit", done),
    );
  expect(await ends()).toBe(0);
  status = 503;
  expect(await ends()).toBe(1);
  server.close();
  expect(await ends()).toBe(1);
});

test("every service of compose.yaml has an end to its log, and no backup lies in the volume it protects", () => {
  const [, services = ""] = read("compose.yaml").split(/^services:$/m);
  const named = services.split(/^volumes:|^secrets:/m)[0] ?? "";
  for (const service of named.split(/^ {2}(?=\w+:$)/m).filter((text) => text.trim()))
    expect(service, service).toMatch(/logging: \*logging|<<: \*app/);
  expect(read("compose.yaml")).toMatch(/^x-app: &app\n(?: .*\n)* {2}logging: \*logging$/m);
  expect(read("compose.yaml")).toMatch(/BACKUP_TO: \/backups[\s\S]*"\.\/backups:\/backups"/);
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

const ANALYZE = needsProgram("/usr/bin/systemd-analyze", "systemd");
testWhere(firstOf(ANALYZE, needsProgram("/usr/bin/node", "nodejs")))(
  "systemd finds nothing wrong with the unit",
  () => {
    const { status, stderr } = spawnSync("systemd-analyze", ["verify", "docs/systemd/ona.service"], {
      encoding: "utf8",
    });
    // systemd-analyze also reports faults in other units of this machine, so only the lines about ona.service count.
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
