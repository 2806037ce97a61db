/** The price of a return, over HTTP: shown before booking, charged, waived. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { chargeReturn } from "../../app/money/prices/return-fee.server.ts";
import { accountOf } from "../../app/money/prices/booking-account.server.ts";
import { bookings } from "../../app/platform/db/schema.ts";
import { transact } from "../../app/platform/db/transact.server.ts";
import { acting } from "../fixtures/acts.ts";
import { openTestApp } from "../fixtures/app.ts";
import { bookPriced, publishPrices } from "../fixtures/prices.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { makeAdmin } from "../fixtures/bookings.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
const { services } = app;
await publishPrices(app, { returnPerMille: 500 });
const moderator = await app.admin("moderator");
const plain = (text: string) => text.replaceAll(/<!-- -->|<wbr\/?>/g, "");

test("[PRICE-13] quote, booking form, receipt and mail say what a return costs", async () => {
  const quoted = await app.visitor().ask("/quote?from=Lagos&to=Kano&weight=2.5&type=Parcel");
  expect(
    plain(quoted.text)
      .match(/If nobody takes it, the return costs ₦[\d,]+/g)
      ?.slice(0, 2),
  ).toEqual(["If nobody takes it, the return costs ₦3,250", "If nobody takes it, the return costs ₦7,000"]);
  const told = await app.visitor().ask("/quote.json?from=Lagos&to=Kano&weight=2.5&type=Parcel");
  expect(JSON.parse(told.text)).toMatchObject([
    { service: "standard", back: "If nobody takes it, the return costs ₦3,250" },
    {},
    {},
  ]);
  const { sender, code, receipt } = await bookPriced(app);
  expect(plain((await sender.ask(`/track?code=${code}`)).text)).toContain(
    "If nobody takes it, the return costs ₦3,250.",
  );
  expect(plain((await sender.ask(receipt)).text)).toContain("If nobody takes it, the return costs ₦3,250");
  const mail = async () => (await app.mails(1)).find(({ subject }) => subject.includes(code));
  await expect.poll(mail, { timeout: 10_000 }).toBeDefined();
  expect((await mail())!.text).toContain("If nobody takes it, the return costs ₦3,250");
  expect((await app.visitor().ask(`/track?code=${code}`)).text).not.toContain("comes back");
});

test("[PRICE-13] what was charged is on the receipt and on the money page, where it is waived with a reason", async () => {
  const { sender, code, receipt } = await bookPriced(app);
  const actor = await makeAdmin(app, "moderator");
  await transact(services.db, async (tx) => {
    const account = await accountOf(tx, code);
    await chargeReturn(acting({ services, tx, actor, at: services.now() }), account!, { ourFault: false });
  });
  const shown = plain((await sender.ask(receipt)).text);
  expect(shown).toContain("Return to sender");
  expect(shown).toContain("You accepted the price of a return when you booked.");
  expect(shown).not.toMatch(/>Accept ₦/);
  const money = `/admin/bookings/${code}/money`;
  expect((await moderator.ask(money)).text).toContain("Waive the return");
  const waive = (note: string) => moderator.send(money, { intent: "waive", note });
  expect((await waive("")).text).toContain("Say why the return costs nothing");
  expect((await waive("Our van broke down")).toast).toMatchObject({ title: "Return waived" });
  expect(plain((await sender.ask(receipt)).text)).not.toContain("Return to sender");
  const support = await app.admin("support");
  const refused = await support.send(money, { intent: "waive", note: "x" });
  expect(refused.status).toBe(403);
  expect(await services.db.$count(bookings, eq(bookings.trackingCode, code))).toBe(1);
});
