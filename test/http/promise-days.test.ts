/**
 * BOOK-4: each case of `fixtures/delivery-days.ts` in quote, receipt, mail, track page, receiver's page and back
 * office, over HTTP with a set clock. All name the same two days, and no other. Only app/domain/delivery-days.test.ts
 * has the case of a service that is not offered.
 */
import { eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { saveHours } from "../../app/company/details/change-company.server.ts";
import { addDays, formatDate, formatNearDate, middayOf } from "../../app/domain/dates.ts";
import { readCompanyRow } from "../../app/platform/company/company.server.ts";
import { linkOf } from "../../app/parcels/receiver-link/receiver-link.server.ts";
import { hubAreas, hubs } from "../../app/platform/db/schema.ts";
import { openTestApp, type Visitor } from "../fixtures/app.ts";
import { BODY } from "../fixtures/booking-form.ts";
import { makeAdmin } from "../fixtures/bookings.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { DAYS_CASES, OFFICE, type DaysCase } from "../fixtures/delivery-days.ts";
import { makeHub } from "../fixtures/hubs.ts";
import { publishPrices } from "../fixtures/prices.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
const { services } = app;
const { db, origin } = services;
await publishPrices(app);
const boss = await makeAdmin(app, "super_admin");
const lines = (hours: string) => hours.replaceAll(", ", "\n");

/** Makes only the hubs of a case active. A state with the hours of the office gets no hub. */
async function openHubs({ taking, delivering }: DaysCase) {
  const ends = [
    ["Lagos", taking],
    ["Kano", delivering],
  ] as const;
  await db.update(hubs).set({ active: false });
  for (const [state, hours] of ends) {
    if (hours === OFFICE) continue;
    const [known] = await db
      .select()
      .from(hubs)
      .where(eq(hubs.name, `${state} ${hours}`));
    const code = [state === "Lagos" ? "L" : "K", "HUB", String.fromCharCode(65 + hours.length)]
      .join("")
      .slice(0, 2);
    const hub =
      known ??
      (await makeHub(services, {
        ...{ name: `${state} ${hours}`, state, town: state, hours: lines(hours), active: false },
        code: `${code}${String.fromCharCode(65 + (await db.$count(hubs)))}`,
      }));
    if (!known) await db.insert(hubAreas).values({ hubId: hub.id, state });
    await db
      .update(hubs)
      .set({ active: true })
      .where(inArray(hubs.id, [hub.id]));
  }
}

async function setCompany({ cutOff, holidays }: DaysCase) {
  const { version } = await readCompanyRow(db, services.initialCompany);
  const form = {
    hours: lines(OFFICE),
    holidays: holidays.map((day) => `${formatDate(middayOf(day))}: Closed`).join("\n"),
    pickupUntil: cutOff,
    version,
  };
  expect(await saveHours.receive(services, boss, form, crypto.randomUUID())).toMatchObject({ ok: true });
}

/** The visible text of a page, without the options of its lists. */
const seen = (html: string) =>
  html
    .replace(/<(script|style|select|noscript)\b[^]*?<\/\1>/g, " ")
    .replaceAll("<!-- -->", "")
    .replace(/<[^>]+>/g, " ");
/** The days that a text names in the short form, such as 'Wed 25 Nov'. */
const daysIn = (text: string) => [
  ...new Set(
    text.match(
      /\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b/g,
    ),
  ),
];

async function book(sender: Visitor, { service, chosen }: DaysCase) {
  const { location } = await sender.send("/book", {
    ...BODY,
    deliveryType: service,
    ...(service === "same_day" && { receiverAddress: "7 Toyin Street, Ikeja, Lagos" }),
    pickupDay: chosen ?? "",
  });
  return /OD\d{8}NG/.exec(location ?? "")![0];
}

const inOrder = DAYS_CASES.filter(({ service }) => service !== "economy").toSorted(
  (a, b) => a.booked.getTime() - b.booked.getTime(),
);
test.each(inOrder)(
  "[BOOK-4] [BOOK-22] case $id: quote, receipt, mail, track page, receiver's page and desk say $pickupDay and $lastDay",
  async (one) => {
    const { booked, service, chosen, pickupDay, lastDay } = one;
    app.clock.set(booked);
    await openHubs(one);
    await setCompany(one);
    const to = service === "same_day" ? "Lagos" : "Kano";
    const parcel = `from=Lagos&to=${to}&weight=2.5&type=Parcel`;
    const sender = app.visitor();
    const quoted = async () => {
      const { text } = await sender.ask(`/quote.json?${parcel}&pickup=${chosen ?? ""}`);
      return (JSON.parse(text) as { service: string; days: object }[]).find((own) => own.service === service)
        ?.days;
    };
    // The hubs and the company's hours reach this process by a notification.
    await expect.poll(quoted, { timeout: 10_000 }).toEqual({ pickupDay, lastDay });

    const [pickup, last] = [pickupDay, lastDay].map((day) => formatNearDate(middayOf(day)));
    const both = [...new Set([pickup!, last!])].toSorted();
    const says = (what: string, text: string) =>
      expect([what, daysIn(text).toSorted()]).toEqual([what, both]);
    const { text: quote } = await sender.ask(`/quote?${parcel}&service=${service}`);
    if (!chosen) {
      const ticket = /<li aria-current="true"[^]*?<\/li>/.exec(quote)?.[0] ?? "";
      says("quote", seen(ticket));
    }
    const code = await book(sender, one);
    const track = `/track?code=${code}`;
    says("receipt", seen((await sender.ask(track)).text));
    says("track page", seen((await app.visitor().ask(track)).text));
    const link = (await linkOf(services, "receiver", code)).slice(origin.length);
    const { text: receivers } = await app.visitor().ask(link);
    says(
      "receiver's page",
      seen(/<section aria-labelledby="answer"[^]*?<\/section>/.exec(receivers)?.[0] ?? ""),
    );
    const mailed = async () => (await app.mails(1)).find(({ subject }) => subject.includes(code))?.text ?? "";
    await expect.poll(mailed, { timeout: 10_000 }).toContain(code);
    says("mail", await mailed());
    const desk = seen((await (await app.admin("support")).ask(`/admin/bookings/${code}`)).text);
    const admin = (day: string) => formatDate(middayOf(day)).replace(/^(\d+) (\w+) (\d+)$/, (_, d: string, m: string, y: string) => `${m} ${d.padStart(2, "0")}, ${y}`); // prettier-ignore
    expect(desk).toMatch(new RegExp(`Estimated\\s+${admin(lastDay)}`));
    expect(desk).toContain(`We pick up on ${pickup}.`);
    expect(desk).toContain(`Said to everybody: by  ${admin(lastDay)}`);
    // The page names neither the day before the pickup day nor the day after it. An exception is the last day, which
    // the top of the page names.
    const beside = [-1, 1].map((days) => formatNearDate(addDays(middayOf(pickupDay), days)));
    for (const other of beside.filter((day) => day !== last)) expect(daysIn(desk)).not.toContain(other);
  },
);
