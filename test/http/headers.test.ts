/** The headers of every response: security criteria 7, 13 and 21. */
import { describe, expect, test } from "vitest";
import { toastCookie } from "../../app/platform/http/toast.server.ts";
import { openTestApp } from "../fixtures/app.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
const secure = await closedAfterAll(openTestApp({ origin: "https://ona.example" }));

test.each([
  "/",
  "/track?code=OD00000000NG",
  "/nowhere",
  "/mailbox.json",
  "/healthz",
  "/favicon.svg",
  "/admin",
  "/track.data",
])("%s carries the headers", async (path) => {
  const { headers } = await app.visitor().ask(path);
  const policy = headers.get("Content-Security-Policy")!;
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toMatch(/script-src 'self' 'nonce-[\w+/=]+'/);
  expect(/script-src[^;]*unsafe/.test(policy)).toBe(false);
  expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(headers.get("Referrer-Policy")).toBe("strict-origin-when-cross-origin");
  expect(headers.get("Permissions-Policy")).toContain("geolocation=()");
});

test("[WEB-2] a script, style or font has the policy of what is no page", async () => {
  const { text } = await app.visitor().ask("/");
  const script = /\/assets\/[\w.-]+\.js/.exec(text)![0];
  const { headers } = await app.visitor().ask(script);
  expect(headers.get("Content-Security-Policy")).toBe("default-src 'none'; frame-ancestors 'none'");
  expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
});

test("[WEB-2] each page has a nonce of its own, and every inline script carries it", async () => {
  const visitor = app.visitor();
  const [one, two] = [await visitor.ask("/"), await visitor.ask("/")];
  const nonce = (headers: Headers) => /'nonce-([^']+)'/.exec(headers.get("Content-Security-Policy")!)![1]!;
  expect(nonce(one.headers)).not.toBe(nonce(two.headers));
  const scripts = [...one.text.matchAll(/<script\b([^>]*)>/g)].map(([, attributes]) => attributes!);
  expect(scripts.length).toBeGreaterThan(0);
  for (const attributes of scripts) expect(attributes).toContain(`nonce="${nonce(one.headers)}"`);
});

test("over HTTPS the session cookie is __Host-, Secure, HttpOnly and Lax, and HSTS is set", async () => {
  const admin = await secure.admin("support");
  expect([...admin.cookies.keys()]).toContain("__Host-session");
  const { headers } = await secure.visitor().ask("/");
  expect(headers.get("Strict-Transport-Security")).toBe("max-age=31536000");
});

describe("a change must come from our own pages", () => {
  test.each([
    ["a foreign Origin", { Origin: "https://evil.example" }],
    ["the null Origin", { Origin: "null" }],
    ["a cross-site fetch", { "Sec-Fetch-Site": "cross-site" }],
    ["an Origin that only begins like ours", { Origin: "http://localhost:3000.evil.example" }],
  ])("%s is refused", async (_name, headers) => {
    const answer = await app.visitor().ask("/book", { form: { any: "thing" }, headers });
    expect(answer.status).toBe(403);
  });

  test("[WEB-2] a missing Origin is refused", async () => {
    const answer = await app.visitor().ask("/book", { form: { any: "thing" }, headers: { Origin: "" } });
    expect(answer.status).toBe(403);
  });
});

describe("[WEB-3] what cannot be read is a 4xx with no stack in it", () => {
  const send = (body: string, type: string) =>
    app.visitor().ask("/book", {
      method: "POST",
      headers: { "Content-Type": type, "Content-Length": String(body.length) },
      raw: body,
    });
  test.each([
    ["JSON", '{"a":1}', "application/json", 415],
    ["broken multipart", "--x\r\nnonsense", "multipart/form-data; boundary=y", 400],
    ["multipart without a boundary", "nonsense", "multipart/form-data", 400],
    ["a body of 2 MB", "a=".padEnd(2_000_000, "x"), "application/x-www-form-urlencoded", 413],
    ["no type", "a=1", "", 415],
  ])("%s", async (_name, body, type, status) => {
    const answer = await send(body, type);
    expect(answer.status).toBe(status);
    expect(answer.text).not.toMatch(/\.(ts|js):\d+|node_modules/);
  });
});

test("a forged Host changes no address in the page", async () => {
  const { text } = await app
    .visitor()
    .ask("/about", { headers: { Host: "evil.example", "X-Forwarded-Host": "evil.example" } });
  expect(text).not.toContain("evil.example");
  expect(text).toContain("http://localhost:3000/about");
});

test.each([
  "//evil.example",
  "/\\evil.example",
  "https://evil.example",
  "javascript:alert(1)",
  "/admin/../../evil",
  "/%09/evil.example",
])("after signing in, next=%s stays on our origin", async (next) => {
  await app.admin("support");
  const answer = await app.visitor().ask(`/admin/login?next=${encodeURIComponent(next)}`, {
    form: { email: "support@ona.test", password: "a-long-test-password" },
  });
  expect(answer.status).toBe(302);
  expect(new URL(answer.location!, "http://localhost:3000").origin).toBe("http://localhost:3000");
  expect(answer.location).toMatch(/^\/admin/);
});

test.each([
  ["a NUL in a tracking code", "/track?code=OD%00", 404],
  ["dashes for a mail's id", `/mailbox/${"-".repeat(36)}`, 404],
  ["dashes for a cursor's id", `/stores?older=2026-11-21T10:00:00.000Z_${"-".repeat(36)}`, 200],
  ["a next that is no address", "/login?next=/%2509/&sent=1", 200],
  ["a next of a tab", "/login?next=/%09/", 200],
  ["a stream asked for as data", "/live/store.data", 404],
])("%s is no failure", async (_name, path, status) => {
  expect((await app.visitor().ask(path)).status).toBe(status);
});

test("after signing in, a next of a tab stays here", async () => {
  await app.admin("support");
  const form = { email: "support@ona.test", password: "a-long-test-password" };
  expect((await app.visitor().ask("/admin/login?next=/%09/", { form })).location).toMatch(/^\/admin/);
});

test.each(["", ".", ".forged", `.${"A".repeat(43)}`])(
  "a forged toast cookie shows nothing: %j",
  async (signature) => {
    const toast = { id: "1", tone: "bad", title: "Forged", action: { label: "Go", href: "/contact?forged" } };
    const value = Buffer.from(JSON.stringify(toast)).toString("base64") + signature;
    const cookie = `toast=${encodeURIComponent(value)}`;
    const answer = await app.visitor().ask("/", { headers: { Cookie: cookie } });
    expect(answer.status).toBe(200);
    expect(answer.text).not.toMatch(/forged/i);
  },
);

test("a toast cookie of our own is shown once, and not with another content", async () => {
  const cookie = await toastCookie(app.services, { title: "Shown once" });
  const [pair = ""] = cookie.split(";");
  const shown = await app.visitor().ask("/", { headers: { Cookie: pair } });
  expect(shown.text).toContain("Shown once");
  const other = Buffer.from(JSON.stringify({ id: "1", title: "Forged" })).toString("base64");
  const changed = `toast=${encodeURIComponent(`${other}.${decodeURIComponent(pair).split(".")[1]}`)}`;
  expect((await app.visitor().ask("/", { headers: { Cookie: changed } })).text).not.toContain("Forged");
});

test("where there is no mailbox, it is not there", async () => {
  const real = await openTestApp({ smtpUrl: "smtp://127.0.0.1:9" });
  for (const path of ["/mailbox", "/mailbox.json"]) expect((await real.visitor().ask(path)).status).toBe(404);
  await real.close();
});
