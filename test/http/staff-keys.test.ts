/** The page of the back office that lists the API keys of all customers, over HTTP (API-11). */
import { expect, test } from "vitest";
import { openTestApp } from "../fixtures/app.ts";
import { callApi, makeKey } from "../fixtures/api.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { query } from "../fixtures/database-state.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000, sandbox: true }));

test("[API-11] staff see every key and endpoint without a secret, a super admin revokes one, and renews the sandbox", async () => {
  const bola = await app.customer("chidi@example.com");
  const theirs = await makeKey(bola);
  const [moderator, support, boss] = [
    ...[await app.admin("moderator"), await app.admin("support"), await app.admin("super_admin")],
  ];
  const page = await moderator!.ask("/admin/developers?q=chidi");
  expect(page.text).toContain(theirs.key.slice(-4));
  expect(page.text).not.toContain(theirs.key);
  expect((await support!.ask("/admin/developers")).status).toBe(403);
  const revoke = { intent: "revoke", id: theirs.id };
  expect((await moderator!.send("/admin/developers", revoke)).status).toBe(403);
  expect((await callApi(app, theirs.key, "GET", "/bookings")).status).toBe(200);
  const listed = async () => (await boss!.ask("/admin/developers?q=chidi")).text.includes(theirs.id);
  expect(await listed()).toBe(true);
  expect((await boss!.ask("/admin/developers?q=chidi")).text).not.toContain(`revoke-${theirs.id}`);
  expect((await boss!.send("/admin/developers", revoke)).status).toBe(302);
  expect(await listed()).toBe(false);
  expect((await callApi(app, theirs.key, "GET", "/bookings")).status).toBe(401);
  expect((await boss!.send("/admin/developers", revoke)).status).toBe(404);
  expect((await moderator!.send("/admin/developers", { intent: "refresh" })).status).toBe(403);
  expect((await boss!.send("/admin/developers", { intent: "refresh" })).status).toBe(302);
  const logged = await query<{ action: string }>(
    app.connectionString,
    "select action from activity_logs where action in ('revoke_key', 'refresh_sandbox') order by id",
  );
  expect(logged.map(({ action }) => action)).toEqual(["revoke_key", "refresh_sandbox"]);
});
