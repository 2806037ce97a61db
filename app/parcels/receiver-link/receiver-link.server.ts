/**
 * RECEIVER-1, RECEIVER-3, ONLINE-5: the links to a receiver's page: one for the receiver, one for staff, and
 * one for payers (docs/decisions/0033-receivers-link.md).
 */
import { eq, inArray, sql } from "drizzle-orm";
import { NOT_STORED } from "../../domain/erased.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { bookings, receiverLinks } from "../../platform/db/schema.ts";
import type { Services } from "../../platform/services.server.ts";
import { deriveToken, sameBytes } from "../../platform/tokens.server.ts";

/**
 * The link for staff shows everything except the PIN. Its only form is the answer to the question about an attempt. The
 * link for payers also has the button to pay. The provider of online payments and the rider at the door use the link
 * for payers.
 */
const LINK_KINDS = ["receiver", "staff", "payer"] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

type Secret = Pick<Services, "secret">;
type Sender = Pick<Services, "secret" | "origin">;
type Stored = { code: string; generation: number };

/** A token of 32 hexadecimal digits has 128 bits. */
const HEX_DIGITS = 32;

/**
 * The token is hexadecimal. In base64url it could contain `_` and `-`: chats format text between two `_`, and cut off a
 * `-` at a link's end.
 */
const tokenOf = ({ secret }: Secret, kind: LinkKind, { code, generation }: Stored): string =>
  Buffer.from(deriveToken(secret, `${kind}-link:${code}:${generation}`), "base64url")
    .toString("hex")
    .slice(0, HEX_DIGITS);

const generationColumn = sql<number>`coalesce(${receiverLinks.generation}, 0)`.mapWith(Number);

export const pathOf = (services: Secret, kind: LinkKind, stored: Stored): string =>
  `/r/${stored.code}.${tokenOf(services, kind, stored)}`;

export async function linksOf(
  services: Sender & { db: Pick<Db, "select"> },
  kind: LinkKind,
  codes: readonly string[],
): Promise<Map<string, string>> {
  if (codes.length === 0) return new Map();
  const rows = await services.db
    .select({ code: bookings.trackingCode, generation: generationColumn })
    .from(bookings)
    .leftJoin(receiverLinks, eq(receiverLinks.bookingId, bookings.id))
    .where(inArray(bookings.trackingCode, [...codes]));
  return new Map(rows.map((row) => [row.code, services.origin + pathOf(services, kind, row)]));
}

/** Returns the link of a booking. Throws if the booking does not exist. */
export async function linkOf(
  services: Sender & { db: Pick<Db, "select"> },
  kind: LinkKind,
  code: string,
): Promise<string> {
  const link = (await linksOf(services, kind, [code])).get(code);
  if (!link) throw new Error("a link of a booking that is not there");
  return link;
}

export type OpenedLink = { kind: LinkKind; code: string; bookingId: string };

/**
 * RECEIVER-8: finds the booking and the kind of a link. Null if the link is wrong or was replaced, or if the receiver
 * was erased.
 */
export async function openLink(
  services: Secret & { db: Pick<Db, "select"> },
  param: string,
): Promise<OpenedLink | null> {
  const [code = "", token = ""] = param.split(".");
  if (code.length > 40 || token.length !== HEX_DIGITS) return null;
  const [row] = await services.db
    .select({
      id: bookings.id,
      code: bookings.trackingCode,
      receiverPhone: bookings.receiverPhone,
      generation: generationColumn,
    })
    .from(bookings)
    .leftJoin(receiverLinks, eq(receiverLinks.bookingId, bookings.id))
    .where(eq(bookings.trackingCode, code));
  if (!row || row.receiverPhone === NOT_STORED) return null;
  const kind = LINK_KINDS.find((each) =>
    sameBytes(Buffer.from(token), Buffer.from(tokenOf(services, each, row))),
  );
  return kind ? { kind, code, bookingId: row.id } : null;
}
