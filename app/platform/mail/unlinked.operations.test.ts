/** Every kind of mail with a link in every text that somebody else wrote: no mail program finds a link. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookOne, makeAdmin } from "../../../test/fixtures/bookings.ts";
import { openTestServices } from "../../../test/fixtures/services.ts";
import { makeOrder, makeOwner, makeProduct, makeStore } from "../../../test/fixtures/stores.ts";
import { emailLinkMail } from "../../auth/account-mails.server.tsx";
import { requestLink } from "../../auth/email-links.server.ts";
import { bookingMadeMail, statusChangedMail } from "../../bookings/booking-mails.server.tsx";
import { contactReceivedMail, contactReplyMail } from "../../contact/contact-mails.server.tsx";
import {
  contactMessages,
  contactReplies,
  deliveries,
  deliveryEvents,
  emailLinks,
  profiles,
} from "../db/schema.ts";
import { COMPANY } from "../../domain/company.ts";
import { orderReceivedMail } from "../../orders/order-mails.server.tsx";
import { mailKinds } from "../../../server/mail-kinds.ts";
import { mailWorker } from "./mail-worker.server.ts";
import type { RenderedMail } from "./rendered-mail.ts";
import { closedAfterAll } from "../../../test/fixtures/closed-after-all.ts";

const opened = await closedAfterAll(openTestServices({ limitsFactor: 100 }));

const HOSTILE = "Win http://evil.example/a www.evil.ng x。com bit.ly/abc evil.rocks 10.0.0.1/x ftp://e.vil";
/** At least as permissive as any mail program: a scheme, or a dot of any kind between two words. */
const LINK =
  /[a-z][a-z0-9+.-]*:\/\/\S+|[\p{L}\p{N}-]+(?:[.\u3002\uff0e\uff61\u2024][\p{L}\p{N}-]+)+(?:\/\S*)?/giu;

/** What a mail program would turn into links, without our own addresses and those of its reader. */
function linksIn(mail: RenderedMail): string[] {
  const { origin } = opened.services;
  const own = (href: string) => href === origin || href.startsWith(`${origin}/`);
  const hrefs = [...mail.html.matchAll(/href="([^"]*)"/g)]
    .map(([, href]) => href!)
    .filter((href) => !own(href));
  const shown = mail.html.replace(/<style[\s\S]*?<\/style>|<[^>]*>/g, " ");
  const words = [mail.subject, mail.to.name, mail.text, shown].join("\n");
  const known = [COMPANY.email, mail.to.address].reduce(
    (text, address) => text.replaceAll(address, ""),
    words,
  );
  return [
    ...hrefs,
    ...[...known.matchAll(LINK)]
      .map(([link]) => link)
      .filter((link) => !own(link) && !/^\d+(\.\d+)?$/.test(link)),
  ];
}

test("[MAIL-3] no mail carries a stranger's link", async () => {
  const { services } = opened;
  const { db, origin } = services;
  const admin = await makeAdmin(opened, "moderator");
  const booking = await bookOne(opened);
  await db
    .update(deliveries)
    .set({ senderName: HOSTILE, receiverName: HOSTILE, packageDescription: HOSTILE })
    .where(eq(deliveries.id, booking.id));
  const [event] = await db
    .insert(deliveryEvents)
    .values({ deliveryId: booking.id, toStatus: "failed", note: HOSTILE, byName: HOSTILE })
    .returning();
  const [message] = await db
    .insert(contactMessages)
    .values({
      formKey: crypto.randomUUID(),
      name: HOSTILE,
      email: "a@b.example",
      subject: "Complaint",
      message: HOSTILE,
    })
    .returning();
  const [reply] = await db
    .insert(contactReplies)
    .values({
      formKey: crypto.randomUUID(),
      messageId: message!.id,
      byUserId: admin.person.id,
      body: "It is in Kano.",
    })
    .returning();
  const owner = await makeOwner(services, "shop@example.com");
  const store = await makeStore(services, owner.person.id, { businessName: HOSTILE });
  const product = await makeProduct(services, store.id, { name: HOSTILE });
  const order = await makeOrder(services, store.id, [{ product, quantity: 1 }], { buyerName: HOSTILE });
  await db
    .update(profiles)
    .set({ firstName: HOSTILE, lastName: null })
    .where(eq(profiles.id, owner.person.id));
  await requestLink(services, {
    email: "shop@example.com",
    purpose: "sign_in",
    data: { firstName: HOSTILE },
    from: { ip: "127.0.0.1" },
  });
  const [link] = await db.select().from(emailLinks).where(eq(emailLinks.email, "shop@example.com"));

  const mails = {
    booking: await bookingMadeMail(services, booking.id),
    status: await statusChangedMail(db, origin, booking.id, event!.id),
    message: await contactReceivedMail(db, origin, message!.id),
    reply: await contactReplyMail(db, reply!.id),
    order: await orderReceivedMail(db, origin, order.id),
    link: await emailLinkMail(services, link!.id),
  };
  for (const [kind, mail] of Object.entries(mails)) {
    expect(mail, kind).not.toBeNull();
    expect(mail && linksIn(mail).filter((found) => found !== "127.0.0.1"), kind).toEqual([]);
  }
  // The text itself is all there.
  expect(mails.booking!.text.replaceAll("\u200b", "")).toContain(HOSTILE);
});

test("what a mail server says about a recipient is kept without the address", async () => {
  const { services } = opened;
  const booking = await bookOne(opened, { senderEmail: "bounced@example.com" });
  const refusing = {
    send: () =>
      Promise.reject(
        Object.assign(new Error("550 <bounced@example.com>: no such user"), {
          rejected: ["bounced@example.com"],
        }),
      ),
    close: () => {},
  };
  const sending = mailWorker(services, refusing, mailKinds).one(
    { id: crypto.randomUUID(), data: { kind: "booking_made", deliveryId: booking.id }, retryCount: 0 },
    services.db,
  );
  const error: unknown = await sending.catch((problem: unknown) => problem);
  expect(error).toMatchObject({ message: "550 <(address)>: no such user" });
  expect(JSON.stringify(error)).not.toContain("bounced@");
});
