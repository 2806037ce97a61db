/**
 * Behaviour that only a socket shows: odd methods, chunked bodies, unreadable requests, and the headers of every
 * refusal.
 */
import { afterAll, describe, expect, test } from "vitest";
import { BODY } from "../fixtures/booking-form.ts";
import { openTestApp } from "../fixtures/app.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { PAYSTACK_MESSAGES } from "../../app/platform/online-payments/paystack.server.ts";
import { LONG, note } from "../fixtures/long.ts";
import { routePaths } from "../fixtures/routes.ts";
import { exchange, listenWith, statuses } from "../fixtures/socket.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
const server = await closedAfterAll(listenWith(app));
const secure = await closedAfterAll(openTestApp({ origin: "https://ona.example" }));
const secureServer = await closedAfterAll(listenWith(secure));

const MONEY = /^\/(quote|receipts|webhooks|profile\/settlements|admin\/payments)/;
const HOST = "Host: localhost:3000\r\n";
const FORM = `${HOST}Origin: http://localhost:3000\r\nContent-Type: application/x-www-form-urlencoded\r\n`;
const OWN = { Origin: "http://localhost:3000", "Content-Type": "application/x-www-form-urlencoded" };
/** The reference on the page of a refusal, by which the log can be searched. */
const referenceOf = (received: string) => /Reference: ([\w-]+)</.exec(received)?.[1];
const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
const chunked = (path: string, chunks: string[], headers = FORM) =>
  exchange(server.port, [
    `POST ${path} HTTP/1.1\r\n${headers}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n`,
    ...chunks.map(chunk),
    "0\r\n\r\n",
  ]);

describe("a method that is not ours is a 405 that names those that are", () => {
  const METHODS =
    "DELETE PUT PATCH OPTIONS TRACE PROPFIND MKCOL LOCK PURGE REPORT SEARCH LINK QUERY M-SEARCH";
  let odd = 0;
  afterAll(() => note("Methods that are not ours", { requests: odd, "answered 405 with Allow": odd }));
  test.each(METHODS.split(" "))("%s", async (method) => {
    for (const path of ["/", "/book", "/admin", "/track.data", "/favicon.svg", "/healthz", "/live/track"]) {
      const received = await exchange(server.port, [
        `${method} ${path} HTTP/1.1\r\n${HOST}Origin: http://localhost:3000\r\nConnection: close\r\n\r\n`,
      ]);
      odd++;
      expect(statuses(received), path).toEqual([405]);
      expect(received, path).toMatch(/^Allow: GET, HEAD, POST\r$/im);
      expect(received, path).toMatch(/^Content-Security-Policy: /im);
    }
  });

  test("a form to a page that takes none is a 405 too", async () => {
    const answer = await app.visitor().ask("/about", { form: { a: "b" } });
    expect(answer.status).toBe(405);
    expect(answer.headers.get("Allow")).toBe("GET, HEAD");
  });
});

test("[RUN-11] the page of a refusal shows the id that the request has in the log", async () => {
  const asks = [
    { status: 403, init: { method: "POST", body: "a=b", headers: { Origin: "https://evil.example" } } },
    { status: 405, init: { method: "PUT", body: "a=b" } },
    { status: 413, init: { method: "POST", body: "x".repeat(300_000), headers: OWN } },
  ];
  for (const { status, init } of asks) {
    const answer = await app.fetch(new Request("http://localhost:3000/book", init));
    expect(answer.status).toBe(status);
    expect(await answer.text()).toMatch(/<small>Reference: [\w-]{12}<\/small>/);
  }
});

/**
 * Every route except live streams, with values for its parameters. A short run tests only routes that show amounts of
 * money.
 */
const ROUTES = [...routePaths(), PAYSTACK_MESSAGES]
  .filter((path) => !path.startsWith("/live/") && (LONG || MONEY.test(path)))
  .map((path) => path.replace(/\*$/, "nowhere").replaceAll(/:\w+/g, () => crypto.randomUUID()));

describe("a body in chunks", () => {
  test("books a parcel", async () => {
    const body = new URLSearchParams({ ...BODY, idempotencyKey: crypto.randomUUID() }).toString();
    const received = await chunked("/book", [body.slice(0, 100), body.slice(100)]);
    expect(statuses(received)).toEqual([302]);
    expect(received).toMatch(/^Location: \/track\?code=OD/im);
  });

  test.each(["/contact", "/login", "/signup", "/store/login", "/admin/login", "/unlock", "/logout"])(
    "is read by %s as any other",
    async (path) => {
      const form = { idempotencyKey: crypto.randomUUID(), email: "no address", password: "" };
      const body = new URLSearchParams(form).toString();
      const [status] = statuses(await chunked(path, [body]));
      const reply = await app.visitor().ask(path, { form });
      expect(status).toBe(reply.status);
      expect(status).toBeLessThan(500);
    },
  );

  test("is read by every route as one with a length", { timeout: 120_000 }, async () => {
    const form = { idempotencyKey: crypto.randomUUID(), intent: "none" };
    const body = new URLSearchParams(form).toString();
    for (const path of ROUTES) {
      const reply = await app.visitor().ask(path, { form });
      expect(statuses(await chunked(path, [body])), path).toEqual([reply.status]);
      expect(reply.status, path).toBeLessThan(500);
    }
  });

  test("that is too large is a 413, also while it is still being sent", async () => {
    const part = chunk("x".repeat(64 * 1024));
    const head = `POST /book HTTP/1.1\r\n${FORM}Transfer-Encoding: chunked\r\n\r\n`;
    for (const end of [[], ["0\r\n\r\n"]])
      expect(statuses(await exchange(server.port, [head, ...Array<string>(12).fill(part), ...end]))).toEqual([
        413,
      ]);
  });

  test("that breaks off is no failure", async () => {
    const head = `POST /book HTTP/1.1\r\n${FORM}Transfer-Encoding: chunked\r\n\r\n`;
    const received = await exchange(server.port, [head, chunk("a=b"), "not a length\r\n"]);
    expect(statuses(received)).toEqual([400]);
  });
});

describe("what is no request is refused with the headers of every answer", () => {
  const refusals: [string, string, number][] = [
    ["no Host", "GET / HTTP/1.1\r\nConnection: close\r\n\r\n", 400],
    ["an empty Host", "GET / HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n", 400],
    ["a Host that is none", "GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n", 400],
    ["a method in words", "SAY hello HTTP/1.1\r\n\r\n", 400],
    ["a lower-case method", "get / HTTP/1.1\r\nHost: localhost\r\n\r\n", 400],
    ["no HTTP", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400],
    [
      "an address without a path",
      "GET nowhere HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
      400,
    ],
    ["a backslash in the path", "GET /a\\b HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", 400],
    ["headers of 40 KB", `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${"x".repeat(40_000)}\r\n\r\n`, 431],
    ["two lengths", `POST /book HTTP/1.1\r\n${FORM}Content-Length: 3\r\nContent-Length: 4\r\n\r\nabc`, 400],
    [
      "a length and chunks",
      `POST /book HTTP/1.1\r\n${FORM}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\nabc`,
      400,
    ],
    [
      "an expectation",
      `POST /book HTTP/1.1\r\n${FORM}Expect: miracles\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
      417,
    ],
  ];
  test.each(refusals)("%s", async (_name, text, status) => {
    for (const [listening, overHttps] of [
      [server, false],
      [secureServer, true],
    ] as const) {
      const received = await exchange(listening.port, [Buffer.from(text, "latin1")]);
      expect(statuses(received)).toEqual([status]);
      expect(received).toMatch(/^Content-Security-Policy: .*frame-ancestors 'none'/im);
      expect(received).toMatch(/^X-Content-Type-Options: nosniff/im);
      expect(received).toMatch(/^Referrer-Policy: /im);
      expect(received).toMatch(/^Cache-Control: no-store/im);
      expect(/^Strict-Transport-Security: /im.test(received)).toBe(overHttps);
    }
  });

  test("a request that does not arrive in time", async () => {
    const hasty = await listenWith(app, { headersTimeout: 100, connectionsCheckingInterval: 50 });
    const received = await exchange(hasty.port, ["GET / HTTP/1.1\r\nHost: local"]);
    expect(statuses(received)).toEqual([408]);
    expect(received).toMatch(/^Content-Security-Policy: /im);
    expect(referenceOf(received)).toBe(/^X-Request-Id: (\S+)/im.exec(received)?.[1]);
    await hasty.close();
  });
});

test("requests sent ahead on one connection are answered in order up to four, then refused, and the connection ends", async () => {
  const page = `GET /healthz HTTP/1.1\r\n${HOST}\r\n`;
  // The refusal is sent a second late, so the test waits longer for bytes.
  const received = await exchange(server.port, [page.repeat(20)], { quietMs: 2000 });
  expect(statuses(received)).toEqual([200, 200, 200, 200, 503]);
  expect(received).toMatch(/^Retry-After: \d+/im);
  expect(referenceOf(received)).toMatch(/^[\w-]{12}$/);
  const polite = await exchange(server.port, [page, page.repeat(3)]);
  expect(statuses(polite)).toEqual([200, 200, 200, 200]);
});

test("over HTTPS every cookie is for HTTPS only", async () => {
  const someone = secure.visitor();
  const key = await someone.keyOf("/contact");
  const answers = [
    await someone.ask("/contact", {
      form: {
        idempotencyKey: key,
        name: "Ada",
        email: "ada@example.com",
        subject: "General Inquiry",
        message: "Do you carry glass to Jos?",
      },
    }),
    await someone.ask("/contact"),
    await someone.ask("/login", {
      form: { idempotencyKey: await someone.keyOf("/login"), email: "ada@example.com" },
    }),
    await someone.ask("/profile", { form: { a: "b" } }),
  ];
  const cookies = answers.flatMap(({ headers }) => headers.getSetCookie());
  expect(cookies.length).toBeGreaterThan(2);
  expect(cookies.some((cookie) => cookie.startsWith("toast="))).toBe(true);
  for (const cookie of cookies) expect(cookie).toMatch(/; Secure/i);
});
