/**
 * MAIL-2: /mailbox shows every sign-in link. It is open only to this machine, unless the operator opens it to others.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestApp, type TestApp } from "../fixtures/app.ts";
import { note } from "../fixtures/long.ts";
import { askForLink } from "../fixtures/people.ts";

let app: TestApp;
let open: TestApp;
let id: string;
beforeAll(async () => {
  app = await openTestApp();
  open = await openTestApp({ mailboxPublic: true });
  const visitor = app.visitor();
  await askForLink(app, visitor, "reader@example.com");
  const { text } = await visitor.ask("/mailbox.json");
  [{ id }] = JSON.parse(text) as [{ id: string }];
});
afterAll(() => Promise.all([app.close(), open.close()]));

const PATHS = ["/mailbox", "/mailbox.data", "/MAILBOX", "/%6dailbox", "//mailbox", "/mailbox.json"];
const paths = () => [...PATHS, `/mailbox/${id}`];

test.each(["localhost:3000", "localhost:41234", "127.0.0.1:3000", "[::1]:3000", "localhost"])(
  "%s is a name of this machine",
  async (Host) => {
    for (const path of paths())
      expect((await app.visitor().ask(path, { headers: { Host } })).status, path).toBe(200);
  },
);

let tried = 0;
afterAll(() => note("/mailbox asked from elsewhere", { requests: tried, "answered with a mail": 0 }));

describe.each([
  ["a foreign name, as after DNS rebinding", { Host: "evil.example:3000" }],
  ["a name that only begins like ours", { Host: "localhost.evil.example" }],
  ["no readable name", { Host: "[" }],
  ["X-Forwarded-For", { "X-Forwarded-For": "203.0.113.1" }],
  ["Forwarded", { Forwarded: "for=203.0.113.1" }],
  ["Via", { Via: "1.1 proxy" }],
])("by %s", (_name, headers) => {
  test("[MAIL-2] it is misdirected, with no mail in the answer", async () => {
    for (const path of paths()) {
      const answer = await app.visitor().ask(path, { headers: headers as unknown as Record<string, string> });
      tried++;
      expect(answer.status, path).toBe(421);
      expect(answer.text).not.toMatch(/reader@example|code=/);
    }
  });

  test("it is read where the operator opened it", async () => {
    const given = headers as unknown as Record<string, string>;
    expect((await open.visitor().ask("/mailbox.json", { headers: given })).status).toBe(200);
  });
});
