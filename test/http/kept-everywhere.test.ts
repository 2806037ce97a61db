/**
 * KEEP-1: each form of signed-in people that is sent after the session has ended is shown again with the typed values,
 * without JavaScript. KEEP-2: each form names its owner, so that no form acts for another person.
 */
import { expect, test } from "vitest";
import { sessions } from "../../app/platform/db/schema.ts";
import { openTestApp, type Visitor } from "../fixtures/app.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { controlsOf, formsOf, valuesOf, type Element } from "../fixtures/forms-of-page.ts";
import { populate, type Role } from "../fixtures/populated.ts";
import { screensOf } from "../fixtures/screens.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 100_000 }));
const data = await populate(app);
const rows = await app.services.db.select().from(sessions);

/** Public forms, which visitors without a session may send as well. */
const FOR_ALL = /^\/(book|contact|track)\b/;
/** Forms without an owner: signing out, and forms for which the secret link of the page is enough. */
const OF_NOBODY = /^\/(logout|admin\/logout|store\/logout|receipts\/|r\/|unlock)/;

function visitorAs(as: Role): Visitor {
  const visitor = app.visitor();
  const [name = "", value = ""] = data.cookies[as].split("=");
  visitor.cookies.set(name, value);
  return visitor;
}

const screens = screensOf(data).filter(({ as, form }) => as !== "guest" && !form);

type Found = { as: Role; page: string; action: string; form: Element };
const forms: Found[] = [];
for (const { as, path } of screens) {
  const { text } = await visitorAs(as).ask(path);
  for (const form of formsOf(text)) {
    const action = form.attribs["action"] ?? path;
    if (!OF_NOBODY.test(action)) forms.push({ as, page: path, action, form });
  }
}

test("[KEEP-2] each form of a signed-in person's page has the field of its owner", () => {
  expect(forms.length).toBeGreaterThan(120);
  const without = forms.filter(({ form }) => controlsOf(form).hidden["formOwner"] === undefined);
  expect(without.map(({ as, page, action }) => `${as} ${page}: ${action}`)).toEqual([]);
});

test("[KEEP-1] each form that was sent after the end of the session stands filled again", async () => {
  const tried = new Set<string>();
  const lost: string[] = [];
  for (const { as, page, action, form } of forms) {
    const { hidden, typed, intents } = controlsOf(form);
    const names = typed.filter((name) => !/pin$|^digits$/i.test(name) && !action.includes("two-step"));
    const what = `${as} ${action} ${names.join()} ${intents.join()}`;
    if (names.length === 0 || tried.has(what) || FOR_ALL.test(action)) continue;
    tried.add(what);
    const values = Object.fromEntries(names.map((name) => [name, `Kept ${name}`]));
    const visitor = visitorAs(as);
    await app.services.db.delete(sessions);
    const sent = await visitor.ask(action, {
      form: { ...hidden, ...values, ...(intents[0] !== undefined && { intent: intents[0] }) },
    });
    await app.services.db.insert(sessions).values(rows);
    const [name = "", value = ""] = data.cookies[as].split("=");
    visitor.cookies.set(name, value);
    const shown = await visitor.ask(action);
    const fields = formsOf(shown.text).map(valuesOf);
    const there = fields.some((field) => names.every((one) => field[one] === values[one]));
    if (sent.status !== 302 || !there || !shown.text.includes("This is what you typed"))
      lost.push(`${page} -> ${what} (${sent.status}, ${shown.status})`);
  }
  expect(tried.size).toBeGreaterThan(50);
  expect(lost).toEqual([]);
});
