import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { openMailSink } from "../../../test/fixtures/smtp.ts";
import { smtpMailer, type Mail } from "./mailer.server.ts";

const FROM = { name: async () => "Ona Delivery", address: "mail@ona.example" };
const mailTo = (address: string): Mail => ({
  to: { name: "Ada", address },
  subject: "Your parcel",
  text: "It is on the road.",
  html: "<p>It is on the road.</p>",
});

test("mails beyond the open connections wait for one, and a refused mail gives its connection back", async () => {
  const LATE_MS = 60;
  const sink = await openMailSink(LATE_MS);
  const mailer = smtpMailer(sink.url, FROM, 2);
  const sending = Array.from({ length: 9 }, (_, n) =>
    mailer.send(`id-${n}`, mailTo(n === 1 ? "no address" : `person${n}@example.com`)).then(
      () => "sent",
      () => "refused",
    ),
  );
  await sleep(LATE_MS / 2);
  expect(sink.received.length).toBeLessThanOrEqual(2);
  const results = await Promise.all(sending);
  expect(results.filter((result) => result === "sent")).toHaveLength(8);
  expect(results[1]).toBe("refused");
  expect(new Set(sink.received.map(({ messageId }) => messageId)).size).toBe(8);
  mailer.close();
  await sink.close();
});
