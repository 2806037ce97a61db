/** Asking for links and following them, at the HTTP seam. */
import { and, eq } from "drizzle-orm";
import { expect } from "vitest";
import { mails, profiles } from "../../app/db/schema.ts";
import type { TestApp, Visitor } from "./app.ts";

/** The path of the link that was mailed to an address at this moment of the test's clock. */
export async function linkFor(app: TestApp, address: string, page = "auth-callback"): Promise<string> {
  for (const until = Date.now() + 10_000; Date.now() < until;) {
    const [mail] = await app.services.db
      .select()
      .from(mails)
      .where(
        and(eq(mails.toAddress, address), eq(mails.kind, "email_link"), eq(mails.sentAt, app.clock.now())),
      );
    const path = new RegExp(`http://localhost:3000(/${page}\\?code=[\\w-]+)`).exec(mail?.text ?? "")?.[1];
    if (path) return path;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`no link for ${address}`);
}

export const codeOf = (path: string) => path.split("code=")[1]!;

/** Presses the button of the link's page. */
export const confirm = (who: Visitor, path: string) => who.ask(path, { form: { code: codeOf(path) } });

/** Asks at /login, a minute after whatever was asked before, and returns the link's path. */
export async function askForLink(app: TestApp, who: Visitor, address: string, next = ""): Promise<string> {
  app.clock.pass(61_000);
  const key = await who.keyOf("/login");
  const answer = await who.ask("/login", { form: { _key: key, email: address, next } });
  expect(answer.location).toMatch(/^\/login\?sent=1/);
  return linkFor(app, address);
}

/** A visitor who signed in by link. */
export async function signIn(app: TestApp, address: string): Promise<Visitor> {
  const who = app.visitor();
  await confirm(who, await askForLink(app, who, address));
  return who;
}

export async function personOf(app: TestApp, address: string) {
  const [row] = await app.services.db.select().from(profiles).where(eq(profiles.email, address));
  return row;
}
