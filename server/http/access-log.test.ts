import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, get, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { expect, test } from "vitest";
import { exchange } from "../../test/fixtures/socket.ts";
import { accessLog } from "./access-log.ts";
import { LOG_OPTIONS } from "../observe/log.ts";
import { createHttpServer } from "./http-server.ts";
import { observeRequests } from "./request-record.ts";
import { routePatterns } from "./route-patterns.ts";
import { testWhere } from "../../test/fixtures/test-where.ts";

type Line = Record<string, unknown>;

/** Sends requests to a server that responds with the status in `?status=`, and returns the log. */
async function logged(
  which: "off" | "slow" | "all",
  asks: { path: string; headers?: Record<string, string> }[],
  trustProxy = 0,
) {
  const lines: string[] = [];
  const log = pino(LOG_OPTIONS, { write: (line: string) => lines.push(line) });
  const server = createServer((request, response) => {
    response.statusCode = Number(/status=(\d+)/.exec(request.url ?? "")?.[1] ?? 200);
    response.end("a body");
  });
  const patternOf = routePatterns({ order: { path: "orders/:viewToken" } });
  observeRequests(server, { trustProxy, patternOf, onEnd: [accessLog(log, which)] });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const ids: (string | undefined)[] = [];
  for (const { path, headers } of asks) {
    const answer = await new Promise<IncomingHttpHeaders>((done, failed) => {
      get({ port, path, headers, agent: false }, (response) => {
        response.resume();
        response.on("end", () => done(response.headers));
      }).on("error", failed);
    });
    ids.push(answer["x-request-id"] as string | undefined);
  }
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  return { lines: lines.map((line) => JSON.parse(line) as Line), text: lines.join(""), ids };
}

test("[RUN-11] each request is one line without personal data, under the id that its response carries", async () => {
  const { lines, text, ids } = await logged("all", [{ path: "/orders/secret?email=ada@example.com" }]);
  expect(lines).toEqual([
    expect.objectContaining({
      level: "info",
      msg: "request",
      id: ids[0],
      method: "GET",
      route: "/orders/:viewToken",
      status: 200,
      principal: "guest",
      ms: expect.any(Number) as number,
      bytes: expect.any(Number) as number,
    }),
  ]);
  expect(lines[0]?.["bytes"]).toBeGreaterThan(50);
  expect(text).not.toMatch(/secret|ada@|127\.0\.0\.1/);
});

test("[RUN-11] 'slow' leaves out what was quick, 'off' leaves out all but refusals", async () => {
  const asks = [{ path: "/" }, { path: "/?status=500" }, { path: "/?status=429" }];
  const messages = async (which: "off" | "slow") =>
    (await logged(which, asks)).lines.map(({ msg, status }) => `${String(msg)} ${String(status)}`);
  expect(await messages("slow")).toEqual(["request 500", "refused 429"]);
  expect(await messages("off")).toEqual(["refused 429"]);
});

test("[RUN-11] only a proxy of ours names a request, and only with a name that cannot forge a line", async () => {
  const named = (id: string) => [{ path: "/", headers: { "X-Request-Id": id } }];
  expect((await logged("all", named("from-the-proxy"), 1)).ids).toEqual(["from-the-proxy"]);
  expect((await logged("all", named("from-a-visitor"))).ids).not.toEqual(["from-a-visitor"]);
  for (const bad of ["short", 'a"quote-in-it', "x".repeat(65)])
    expect((await logged("all", named(bad), 1)).ids).not.toEqual([bad]);
});

const fail2ban = spawnSync("fail2ban-regex", ["--version"]).status === 0;

testWhere(fail2ban ? null : "fail2ban-regex is missing: apt-get install fail2ban")(
  "fail2ban reads the lines of refused requests and failed sign-ins",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "ona-fail2ban-"));
    const asks = ["203.0.113.7", "2001:db8:1:2:3::4"].flatMap((address) =>
      ["/", "/?status=403", "/?status=429"].map((path) => ({
        path,
        headers: { "X-Forwarded-For": address },
      })),
    );
    const { text } = await logged("all", asks, 1);
    const failed = text.replaceAll("rate_limited", "sign_in_failed");
    try {
      for (const [filter, log, matched] of [
        ["ona-refused", text, 4],
        ["ona", failed, 2],
      ] as const) {
        writeFileSync(join(folder, "log"), log);
        const { stdout } = spawnSync(
          "fail2ban-regex",
          ["-v", join(folder, "log"), `docs/fail2ban/${filter}.conf`],
          {
            encoding: "utf8",
          },
        );
        expect(stdout, stdout).toContain(`${matched} matched`);
        expect(stdout).toMatch(/203\.0\.113\.7/);
        expect(stdout).toMatch(/2001:db8:1:2::\/64/);
      }
      expect(readFileSync("app/people/staff/staff-sign-in.server.ts", "utf8")).toContain(
        '{ event: "sign_in_failed", ip:',
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);

test("[RUN-11] what could not be read as a request is one line too, under the id that its page shows", async () => {
  const lines: string[] = [];
  const log = pino(LOG_OPTIONS, { write: (line: string) => lines.push(line) });
  const report = accessLog(log, "all");
  const server = createHttpServer(null, () => {}, {}, undefined, report);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const received = await exchange(port, ["nonsense\r\n\r\n"]);
  await new Promise((done) => server.close(done));
  const [, id] = /Reference: ([\w-]{12})</.exec(received) ?? [];
  expect(received).toContain(`X-Request-Id: ${id}`);
  expect(lines.map((line) => JSON.parse(line) as Line)).toEqual([
    expect.objectContaining({ id, method: "-", route: "(unreadable)", status: 400, principal: "guest" }),
  ]);
});
