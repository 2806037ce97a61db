import { createTransport } from "nodemailer";
import PostalMime from "postal-mime";
import { expect, test } from "vitest";
import { composeMessage } from "./compose-message.server.ts";

const mail = {
  from: { name: "Ọna Delivery", address: "mail@ona.example" },
  to: { name: 'Ngọzi "Zee", <x@evil.example>', address: "ngozi@example.com" },
  replyTo: "ada@example.com",
  subject: "Your parcel · ₦5,000 is a long subject that does not fit into one line of a header at all",
  text: `Hello Ngọzi,\n.\n.a line that begins with a dot\n${"long ".repeat(300)}`,
  html: `<p>Hello Ngọzi &amp; family</p>\n${"<b>x</b>".repeat(300)}`,
  messageId: "<1@ona.example>",
  headers: { "Auto-Submitted": "auto-generated" },
};

test("a message says what nodemailer's own does, to the same people", async () => {
  const { envelope, raw } = composeMessage(mail);
  expect(envelope).toEqual({ from: "mail@ona.example", to: ["ngozi@example.com"] });
  const own = await createTransport({ streamTransport: true, buffer: true }).sendMail(mail);
  const [ours, theirs] = await Promise.all(
    [raw, own.message].map(async (message) => {
      const { html, text, headers, ...rest } = await PostalMime.parse(message as Buffer);
      // Both composers may encode these headers differently, so the raw headers are not compared. `rest` contains their
      // parsed values, which are compared.
      const different = /^(content-type|content-transfer-encoding|date|from|to|subject)$/;
      return {
        ...rest,
        date: null,
        html: html?.replaceAll("\r\n", "\n").trim(),
        text: text?.replaceAll("\r\n", "\n").trim(),
        headers: headers.filter(({ key }) => !different.test(key)),
        headerLines: null,
      };
    }),
  );
  expect(ours).toEqual(theirs);
  expect(ours?.text).toContain("\n.\n.a line");
  const lines = String(raw).split("\r\n");
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(200);
  expect(String(raw).replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
});
