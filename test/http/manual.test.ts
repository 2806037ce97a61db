import { expect, test } from "vitest";
import { openTestApp } from "../fixtures/app.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";

const app = await closedAfterAll(openTestApp());

test("[STAFF-34] a role opens its pages of the manual, by the menu, and is refused the others", async () => {
  const clerk = await app.admin("hub_clerk");
  const list = await clerk.ask("/admin/help");
  expect(list.status).toBe(200);
  expect(list.text).toContain('href="/admin/help/hub-clerk"');
  expect(list.text).not.toContain('href="/admin/help/dispatcher"');
  const own = await clerk.ask("/admin/help/hub-clerk");
  expect(own.status).toBe(200);
  expect(own.text).toContain("<strong>Receive here</strong>");
  expect(own.text).toContain('<a href="/admin/help/cashier">The cashier</a>');
  const rider = await clerk.ask("/admin/help/rider");
  const [, picture] = /<img src="(\/assets\/rider-[^"]+\.webp)" alt="The next stop"/.exec(rider.text) ?? [];
  expect((await clerk.ask(picture!)).status).toBe(200);
  expect((await clerk.ask("/admin/help/dispatcher")).status).toBe(403);
  expect((await clerk.ask("/admin/help/nothing")).status).toBe(404);
  expect((await clerk.ask("/admin")).text).toContain('href="/admin/help"');
  expect((await app.visitor().ask("/admin/help/rider")).status).not.toBe(200);
});
