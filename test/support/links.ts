/** An e-mailed link as its mail carries it, asked for by the operation itself. */
import { eq, sql } from "drizzle-orm";
import { expect } from "vitest";
import { asCustomer, type Customer, type Viewer } from "../../app/accounts/actor.server.ts";
import { confirmLink } from "../../app/accounts/confirm-link.server.ts";
import type { Browser } from "../../app/accounts/known-browser.server.ts";
import { requestLink, tokenOfLink, type LinkRequest } from "../../app/accounts/email-links.server.ts";
import { emailLinks, profiles } from "../../app/db/schema.ts";
import type { TestServices } from "./services.ts";

/** A browser by a name of the test's own; it signed in nowhere. */
export const browser = (id: string): Browser => ({ id, marks: [] });

/** Asks a minute after whatever was asked before, and returns the newest link's token. */
export async function askForLink(
  { services, clock }: TestServices,
  request: Partial<LinkRequest> & { email: string },
): Promise<string> {
  clock.pass(61_000);
  const asked = await requestLink(services, {
    purpose: "sign_in",
    from: { ip: "127.0.0.1", browser: browser("this-browser") },
    ...request,
  });
  expect(asked.ok).toBe(true);
  const [link] = await services.db
    .select()
    .from(emailLinks)
    .where(eq(emailLinks.email, request.email.toLowerCase()))
    .orderBy(sql`created_at desc, expires_at desc`)
    .limit(1);
  return tokenOfLink(services, link!.id);
}

/** A browser in which nobody is signed in. */
export const nobody: Viewer = { ip: "127.0.0.1", sessionHash: null, person: null, staff: null };

/** Presses the button of a link's page, signed in as nobody. */
export const confirm = ({ services }: TestServices, token: string) => confirmLink(services, nobody, token);

export async function personOf({ services }: TestServices, address: string) {
  const [person] = await services.db.select().from(profiles).where(eq(profiles.email, address));
  return person;
}

export async function customerOf(opened: TestServices, address: string): Promise<Customer> {
  return asCustomer({ ...nobody, person: (await personOf(opened, address))! })!;
}
