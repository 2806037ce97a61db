/** KEEP-2: each form on the pages of signed-in people says whose it is, so that no form acts for another person. */
import { expect, test } from "vitest";
import { openTestApp } from "../fixtures/app.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { populate } from "../fixtures/populated.ts";
import { screensOf } from "../fixtures/screens.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 100_000 }));
const data = await populate(app);

/** Forms that act for nobody's account: signing out, and what the secret link of a page decides. */
const OF_NOBODY = /^\/(logout|admin\/logout|store\/logout|receipts\/|r\/|unlock)/;

test("[KEEP-2] each form of a signed-in person's page has the field of its owner", async () => {
  const screens = screensOf(data).filter(({ as, form }) => as !== "guest" && !form);
  const without: string[] = [];
  let forms = 0;
  for (const { as, path } of screens) {
    const visitor = app.visitor();
    const [name = "", value = ""] = data.cookies[as].split("=");
    visitor.cookies.set(name, value);
    const { text } = await visitor.ask(path);
    for (const [form, tag] of text.matchAll(/(<form\b[^>]*>)[\s\S]*?<\/form>/g)) {
      if (!/method="post"/.test(tag ?? "")) continue;
      const action = /action="([^"]*)"/.exec(tag ?? "")?.[1] ?? path;
      if (OF_NOBODY.test(action)) continue;
      forms += 1;
      if (!form.includes('name="formOwner"')) without.push(`${as} ${path}: ${action}`);
    }
  }
  expect(forms).toBeGreaterThan(100);
  expect([...new Set(without)]).toEqual([]);
});
