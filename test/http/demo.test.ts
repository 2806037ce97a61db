/**
 * The demo doors (buttons that sign a visitor in as one of the demo's people) over HTTP: the requests and installations
 * for which they stay closed.
 */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { DEMO_DOOR_NAMES, DEMO_ROW, STORY_WANTED } from "../../app/domain/demo-doors.ts";
import { DEMO_EMAILS } from "../../app/domain/demo-people.ts";
import { oneTimeSeeds } from "../../app/platform/db/schema.ts";
import { openTestApp, type Visitor } from "../fixtures/app.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { ask, freePort } from "../fixtures/product.ts";
import { PROXIES, startProxy } from "../fixtures/proxy.ts";
import { becomeDemo } from "../fixtures/screens.ts";
import { exchange, listenWith, statuses } from "../fixtures/socket.ts";
import { firstOf, needsProgram, testWhere } from "../fixtures/test-where.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
const { services } = app;
/** A demo with its owner and without other data (see demo-story.long.test.ts). */
beforeAll(async () => {
  await becomeDemo(services);
  await app.admin("super_admin", DEMO_EMAILS.owner);
});
const press = (door: string, who = app.visitor(), headers = {}) =>
  who.ask("/demo", { form: { door }, headers });

test("a door that is none, and a person who is gone, are refused", async () => {
  expect((await press("king")).status).toBe(400);
});

/** Checks that the demo shows no page, accepts no form, and adds no bar to other pages. */
async function expectClosed(who: Visitor, headers: Record<string, string> = {}) {
  expect((await who.ask("/demo", { headers })).status).not.toBe(200);
  for (const door of DEMO_DOOR_NAMES) {
    const answer = await who.ask("/demo", { form: { door }, headers });
    expect(answer.status, door).toBeGreaterThanOrEqual(400);
    expect([...who.cookies.keys()].filter((name) => /session|rider|demo/.test(name))).toEqual([]);
  }
  who.cookies.set("demo", encodeURIComponent(Buffer.from('"owner"').toString("base64")));
  expect((await who.ask("/", { headers })).text).not.toContain("You are Emeka");
}

/** A request that presses the owner's door, as a browser on this machine sends it. */
const pressOf = (host: string) => {
  const body = "door=owner";
  return `POST /demo HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${services.origin}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`;
};
const ownAddress = Object.values(networkInterfaces())
  .flat()
  .find((one) => one?.family === "IPv4" && !one.internal)?.address;

test("[DEMO-1] with MAILBOX=public the doors stay open on this machine", async () => {
  const who = app.visitorWith({ mailboxPublic: true });
  expect((await who.ask("/demo")).status).toBe(200);
  expect(await press("owner", who)).toMatchObject({ status: 303, location: "/admin" });
});

describe("[DEMO-1] no door opens where others than this machine can knock", () => {
  const OF_OTHERS: [string, Record<string, string>][] = [
    ["through a proxy", { "X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https" }],
    ["through a proxy that names itself", { Via: "1.1 proxy" }],
    ["with a Host of another name", { Host: "demo.example" }],
  ];
  test.each(OF_OTHERS)("%s, also with MAILBOX=public", async (_, headers) => {
    await expectClosed(app.visitor(), headers);
    await expectClosed(app.visitorWith({ mailboxPublic: true }), headers);
  });

  test("from another origin", async () => {
    for (const headers of [
      { Origin: "https://evil.example" },
      { Origin: "null", "Sec-Fetch-Site": "cross-site" },
      { Origin: "null" },
    ])
      expect((await press("owner", app.visitor(), headers)).status, JSON.stringify(headers)).toBe(403);
  });

  test("with a mail server", async () => {
    await expectClosed(app.visitorWith({ mailbox: false }));
  });

  test("with an address for people outside", async () => {
    await expectClosed(app.visitorWith({ origin: "https://ona.example" }));
  });

  testWhere(firstOf(ownAddress ? null : "this machine has no network: connect it to one"))(
    "with HOST 0.0.0.0, to a visitor of another address who calls it localhost",
    async () => {
      const listening = await listenWith(app, {}, "0.0.0.0");
      onTestFinished(() => listening.close());
      const knock = (to: string) =>
        exchange(listening.port, [pressOf(`localhost:${listening.port}`)], { to }).then(statuses);
      expect(await knock("127.0.0.1")).toEqual([303]);
      expect(await knock(ownAddress!)).toEqual([404]);
    },
  );

  testWhere(needsProgram(PROXIES.nginx.program, "nginx"))(
    "behind nginx as docs/operations.md sets it up",
    async () => {
      const folder = mkdtempSync(join(tmpdir(), "ona-demo-proxy-"));
      chmodSync(folder, 0o711);
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const listening = await listenWith(app);
      onTestFinished(() => listening.close());
      const { port } = listening;
      const [plain, tls] = [await freePort(), await freePort()];
      onTestFinished(await startProxy("nginx", { plain, tls, one: port, two: port }, folder));
      const behind = `https://localhost:${tls}`;
      expect((await ask(behind, "/")).status).toBe(200);
      expect((await ask(behind, "/demo")).status).toBe(404);
      const pressed = { form: { door: "owner" }, headers: { Origin: services.origin } };
      expect((await ask(behind, "/demo", pressed)).status).toBe(404);
    },
  );

  test("in a database that did not begin as a demo", async () => {
    const [kept] = await services.db.delete(oneTimeSeeds).where(eq(oneTimeSeeds.name, DEMO_ROW)).returning();
    onTestFinished(async () => void (await services.db.insert(oneTimeSeeds).values(kept!)));
    await expectClosed(app.visitor());
  });
});

test("[DEMO-4] while the story is told /demo says so, and no door opens", async () => {
  await services.db.update(oneTimeSeeds).set({ name: STORY_WANTED }).where(eq(oneTimeSeeds.name, DEMO_ROW));
  onTestFinished(async () => {
    await services.db.update(oneTimeSeeds).set({ name: DEMO_ROW }).where(eq(oneTimeSeeds.name, STORY_WANTED));
  });
  const page = await app.visitor().ask("/demo");
  expect(page.text).toContain("The demo is being made");
  expect(page.text).toContain('http-equiv="refresh"');
  expect((await press("owner")).status).toBe(404);
  expect((await app.visitor().ask("/demo", { headers: { Via: "1.1 proxy" } })).status).toBe(404);
});
