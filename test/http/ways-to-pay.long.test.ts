/**
 * PAY-10: the product with a bank account, with online payments, with both and with neither, each with and without
 * hubs. Pages, mails and texts offer only what is set up, and a sender always has a way to pay.
 */
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { howToPay } from "../../app/domain/how-to-pay.ts";
import type { PaysDelivery } from "../../app/domain/pays-delivery.ts";
import { readCompanyRow } from "../../app/platform/company/company.server.ts";
import { saveReach } from "../../app/company/details/change-company.server.ts";
import { fieldTexts } from "../../app/company/details/field-texts.ts";
import { saveCompanyAccount } from "../../app/money/payments/company-account.server.ts";
import { paySetup } from "../../app/money/payments/pay-setup.server.ts";
import { mailedPath } from "../../app/parcels/bookings/who-opens-own-booking.server.ts";
import { smsText, TEMPLATES } from "../../app/parcels/messages/texts.ts";
import { linkOf } from "../../app/parcels/receiver-link/receiver-link.server.ts";
import { companyAccount, hubs } from "../../app/platform/db/schema.ts";
import { openTestApp, type TestApp, type Visitor } from "../fixtures/app.ts";
import { makeAdmin } from "../fixtures/bookings.ts";
import { BODY } from "../fixtures/booking-form.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { addHub } from "../fixtures/hubs.ts";
import { startTestPaystack } from "../fixtures/paystack.ts";
import { publishPrices } from "../fixtures/prices.ts";

const NUMBER = "0123456789";
/** Matches the words by which a text offers each way to pay. */
const OFFERS = {
  account: new RegExp(`transfer|${NUMBER}`, "i"),
  online: /pay(?:s|ing)?(?: it| ₦[\d,.]+)? online|₦[\d,.]+[^.]{0,60}\bonline\b|pay now|paystack|by card/i,
  hubs: /pays? the rider|at the door|at the counter|at the hub|at pickup|to the rider/i,
};
type Setup = { account: boolean; online: boolean; hubs: boolean };
/** Returns the visible text of a page, and the texts of its prefilled WhatsApp chats. */
const seen = (html: string) =>
  [
    ...[...html.matchAll(/href="(https:\/\/wa\.me[^"]*)"/g)].map(([, href]) =>
      decodeURIComponent(href!.replaceAll("&amp;", "&").replaceAll("+", " ")),
    ),
    html
      .replace(/<(script|style|noscript)\b[^]*?<\/\1>/g, " ")
      // This text is allowed: the provider's own page offers bank transfers, too.
      .replaceAll("By card or bank transfer, on the page of", "By card, on the page of")
      .replaceAll("<!-- -->", "")
      .replace(/<[^>]+>/g, " ")
      .replaceAll("&#x27;", "'"),
  ].join(" ");

const paystack = await closedAfterAll(startTestPaystack());
const apps = {
  off: await closedAfterAll(openTestApp({ limitsFactor: 1000 })),
  on: await closedAfterAll(openTestApp({ limitsFactor: 1000, paystack: paystack.access })),
};
const bosses = new Map<TestApp, Awaited<ReturnType<typeof makeAdmin>>>();
for (const app of Object.values(apps)) {
  await publishPrices(app);
  bosses.set(app, await makeAdmin(app, "super_admin"));
}

async function setUp(app: TestApp, { account, hubs: withHubs }: Setup) {
  const { services } = app;
  await services.db.delete(companyAccount);
  if (account) {
    const form = { bank: "GTBank", otherBank: "", accountName: "Ona Delivery", accountNumber: NUMBER };
    const done = await saveCompanyAccount.receive(services, bosses.get(app)!, form, crypto.randomUUID());
    expect(done).toMatchObject({ ok: true });
  }
  const [hub] = await services.db.select().from(hubs);
  if (!hub && withHubs) await addHub(services, {}, ["Lagos", "Kano"]);
  if (hub) await services.db.update(hubs).set({ active: withHubs }).where(eq(hubs.id, hub.id));
  const guest = app.visitor();
  const offers = async () => {
    const { text } = await guest.ask("/book");
    const contact = seen((await guest.ask("/contact")).text);
    return [
      text.includes("I bring it to"),
      contact.includes("the receiver pays at the door"),
      OFFERS.account.test(contact),
    ];
  };
  await expect.poll(offers, { timeout: 10_000 }).toEqual([withHubs, withHubs, account]);
}

const ALL = [false, true].flatMap((account) =>
  [false, true].flatMap((online) =>
    [false, true].map((withHubs): Setup => ({ account, online, hubs: withHubs })),
  ),
);
const nameOf = ({ account, online, hubs: with_ }: Setup) =>
  `${account && online ? "all" : account ? "account" : online ? "online" : "no bank account"}, ${with_ ? "with" : "without"} hubs`;

/** The possible payers of a parcel that belongs to no business (BOOK-29). */
const PAYERS = ["sender_before", "sender_pickup", "receiver"] as const satisfies PaysDelivery[];
type Case = { paysDelivery: PaysDelivery; isBrought: boolean; collect: boolean };
const casesOf = (setup: Setup): Case[] =>
  setup.hubs
    ? PAYERS.flatMap((paysDelivery) =>
        [false, true].flatMap((isBrought) =>
          [false, true].map((collect) => ({ paysDelivery, isBrought, collect })),
        ),
      )
    : [{ paysDelivery: PAYERS[0], isBrought: false, collect: false }];

/** Makes a member of staff, and a customer with a bank account for what we collect. */
async function peopleOf(app: TestApp) {
  const customer = await app.customer(`ngozi-${crypto.randomUUID()}@example.com`);
  const account = { bank: "Zenith Bank", accountName: "Ngozi Eze", accountNumber: "1012345678" };
  expect((await customer.send("/profile/settlements", { intent: "account", ...account })).status).toBe(302);
  return { customer, staff: await app.admin("support") };
}

/** Returns the texts of all pages and mails about one parcel. */
async function pagesOf(app: TestApp, code: string, { sender, staff }: Record<"sender" | "staff", Visitor>) {
  const { services } = app;
  const page = async (path: string, who = app.visitor()) => seen((await who.ask(path)).text);
  const { text: receipt } = await sender.ask(`/track?code=${code}`);
  const paper = /\/receipts\/[\w.-]+/.exec(receipt)?.[0];
  const mailed = async () => (await app.mails(1)).find(({ subject }) => subject.includes(code))?.text ?? "";
  await expect.poll(mailed, { timeout: 10_000 }).toContain(code);
  const link = await linkOf(services, "receiver", code);
  return {
    receipt: seen(receipt),
    mail: (await mailed()).replaceAll("\u200B", ""),
    track: await page(`/track?code=${code}`),
    "the receiver's page": await page(link.slice(services.origin.length)),
    "the sender's page": await page(mailedPath(services, code), sender),
    "the details for staff": await page(`/admin/bookings/${code}`, staff),
    "the tracking API": (await app.visitor().ask(`/api/v1/track/${code}`)).text,
    widget: await page(`/widget/${code}`),
    profile: await page("/profile", sender),
    ...(paper && { "the receipt to print": await page(paper, sender) }),
  };
}

describe.each(ALL.map((setup): [string, Setup] => [nameOf(setup), setup]))("%s", (_, setup) => {
  const app = setup.online ? apps.on : apps.off;
  const { services } = app;
  const offersOnly = (where: string, text: string) => {
    for (const way of ["account", "online", "hubs"] as const)
      if (!setup[way]) expect([where, way, OFFERS[way].exec(text)?.[0]]).toEqual([where, way, undefined]);
  };

  test("[PAY-10] pages, mails and texts of each parcel offer what is set up, and its sender has a way", async () => {
    await setUp(app, setup);
    const { customer, staff } = await peopleOf(app);
    const [hub] = await services.db.select().from(hubs).where(eq(hubs.active, true));
    for (const one of casesOf(setup)) {
      const { paysDelivery, isBrought, collect } = one;
      const sender: Visitor = collect ? customer : app.visitor();
      const { location, text: refused } = await sender.send("/book", {
        ...BODY,
        paysDelivery,
        ...(isBrought && { dropOffHub: hub!.id }),
        ...(collect && { collect: "25000" }),
      });
      const code = /OD\d{8}NG/.exec(location ?? "")?.[0] ?? "";
      expect([one, code ? "" : seen(refused)]).toEqual([one, ""]);
      const pages = await pagesOf(app, code, { sender, staff });
      for (const [where, text] of Object.entries(pages)) offersOnly(where, text);
      const said = howToPay({ paysDelivery, isBrought }, await paySetup(services), 1_400_000);
      const way = said.slice(said.indexOf("₦14,000") + "₦14,000".length).trim();
      // If the receiver also pays for goods, the receipt names one sum for the door, with its parts, and no other way
      // to pay.
      if (!(paysDelivery === "receiver" && collect)) expect(pages.receipt).toContain(way);
      expect(pages.mail).toContain(way);
      if (paysDelivery === "receiver" || collect) expect(pages["the receiver's page"]).toMatch(/cash/);
      else expect([one, pages.receipt.includes(NUMBER)]).toEqual([one, setup.account]);
    }
  });

  test("[PAY-10] what everybody reads, and the texts of messages, offer what is set up", async () => {
    await setUp(app, setup);
    for (const path of [
      "/",
      "/about",
      "/contact",
      "/quote",
      "/quote?from=Lagos&to=Kano&weight=1",
      "/locations",
      "/stores",
    ])
      offersOnly(path, seen((await app.visitor().ask(path)).text));
    const form = seen((await app.visitor().ask("/book")).text);
    offersOnly("/book", form);
    const facts = { company: { name: "Ona", shortName: "Ona" }, from: "Ada", payKobo: 645_000, pin: "1234", link: "x", day: null, code: "123456" }; // prettier-ignore
    for (const kind of ["booked", "out_for_delivery", "could_not_deliver", "new_day", "delivered"] as const) {
      for (const words of ["english", "pidgin"] as const)
        offersOnly(`SMS ${kind}`, smsText(kind, words, facts));
      // These messages are about a rider at the door. Only a company with hubs sends them.
      if (setup.hubs) offersOnly(`WhatsApp ${kind}`, TEMPLATES[kind].text);
    }
    for (const path of ["/", "/contact"])
      expect(seen((await app.visitor().ask(path)).text)).toMatch(/You pay the price before we pick it up/);
  });
});

test("[PAY-10] without account, online payments, hubs and office, we call to agree how the sender pays", async () => {
  const { off: app } = apps;
  const { services } = app;
  await setUp(app, { account: false, online: false, hubs: false });
  const { company, version } = await readCompanyRow(services.db, services.initialCompany);
  const reach = { ...fieldTexts(company), address: "", version };
  const done = await saveReach.receive(services, bosses.get(app)!, reach, crypto.randomUUID());
  expect(done).toEqual({ ok: true });
  const CALL = "We call you to agree how you pay.";
  const sender = app.visitor();
  await expect
    .poll(async () => seen((await sender.ask("/contact")).text), { timeout: 10_000 })
    .toContain(CALL);
  const { location } = await sender.send("/book", BODY);
  const code = /OD\d{8}NG/.exec(location!)![0];
  expect(seen((await sender.ask(`/track?code=${code}`)).text)).toContain(CALL);
  const mailed = async () => (await app.mails(1)).find(({ subject }) => subject.includes(code))?.text ?? "";
  await expect.poll(mailed, { timeout: 10_000 }).toContain(CALL);
});
