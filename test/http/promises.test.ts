/** The days of delivery on every page and in every mail, over HTTP. */
import { expect, test } from "vitest";
import { openTestApp } from "../fixtures/app.ts";
import { BODY } from "../fixtures/booking-form.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { publishPrices } from "../fixtures/prices.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));

// The test's day is Saturday, 21 Nov 2026, so the next working day is Monday.
const EXPRESS = "Delivered the day after we pick it up. By Mon 23 Nov at the latest.";
const ALL =
  "Express: the day after we pick it up. Same Day: on the day we pick it up, within one city. Standard: 2-3 days after pickup.";
/** Promises that no text may make: in hours, or in days from the booking. */
const OTHER = /next morning|arrives next|arrives by|are delivered the same day|delivery within \d/i;
const plain = (text: string) => text.replace(/<script.*?<\/script>/gs, "").replaceAll("<!-- -->", "");

test("[BOOK-22] home, questions, quote, form, receipt, track page and mail say the same", async () => {
  await publishPrices(app);
  const sender = app.visitor();
  const page = async (path: string) => plain((await sender.ask(path)).text);
  const { location } = await sender.ask("/book", {
    form: { ...BODY, idempotencyKey: await sender.keyOf("/book") },
  });
  const code = /code=(\w+)/.exec(location!)![1]!;
  const track = `/track?code=${code}`;
  const own = await page(track);
  expect(own).toMatch(/Delivery:<\/strong> the day after we pick it up\. By Mon 23 Nov at the latest\./);
  // The text promises no hour, because the office may be closed: then nobody calls or picks up a parcel.
  expect(own).toMatch(/First:<\/strong> we call you to agree the pickup time/);
  const bare = plain((await app.visitor().ask(track)).text);
  const mail = async () =>
    app.mails(1).then((mails) => mails.find(({ text }) => text.includes(code))?.text ?? "");
  await expect.poll(mail, { timeout: 10_000 }).toContain(EXPRESS);
  const quote = await page("/quote?from=Lagos&to=Kano&weight=1");
  expect(bare).toContain(`We pick up on Sat 21 Nov. ${EXPRESS}`);
  expect(await mail()).toContain("Pickup: We pick up on Sat 21 Nov.");
  expect(own).toMatch(/Pickup:<\/strong> We pick up on Sat 21 Nov\./);
  // On the ticket of a service, the day of delivery stands first, in larger type.
  for (const text of [quote, await page("/book")])
    expect(text.replace(/<[^>]+>/g, " ")).toMatch(
      /By Mon 23 Nov at the latest\.\s+We pick up on Sat 21 Nov\. Delivered the day after we pick it up\./,
    );
  const [home, contact] = [await page("/"), await page("/contact")];
  for (const text of [home, contact]) expect(text).toContain(ALL);
  expect(contact).toContain("If you book before noon on a day on which we work, we pick it up that day.");
  for (const text of [
    home,
    contact,
    quote,
    own,
    bare,
    await mail(),
    await page("/about"),
    await page("/book"),
  ])
    expect(text).not.toMatch(OTHER);
});
