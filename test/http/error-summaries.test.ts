/**
 * BOOK-13, KEEP-3: the error summary of a refused form has a link to each field with an error. The link's text is the
 * field's label. Each form is sent empty, with each of its buttons, without JavaScript.
 */
import { DomUtils, parseDocument } from "htmlparser2";
import { expect, test } from "vitest";
import { openTestApp } from "../fixtures/app.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { controlsOf, formsOf, withTags, type Element } from "../fixtures/forms-of-page.ts";
import { populate } from "../fixtures/populated.ts";
import { screensOf } from "../fixtures/screens.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 100_000 }));
const data = await populate(app);

const isInside = (node: Element, parent: Element["parent"]): boolean =>
  node === parent || (node.parent !== null && isInside(node.parent as Element, parent));

/** Returns the faults in the links of a page's error summaries. */
function faultsOf(html: string): string[] {
  const page = parseDocument(html);
  const all = DomUtils.filter((node) => node.type === "tag", page, true) as Element[];
  const wrong = all.filter(({ attribs }) => attribs["aria-invalid"] === "true");
  const links = all
    .filter(({ attribs }) => "data-form-errors" in attribs)
    .flatMap((summary) => withTags(summary.children, "a"));
  const faults: string[] = [];
  for (const link of links) {
    const id = link.attribs["href"]?.slice(1);
    const fields = all.filter(({ attribs }) => attribs["id"] === id);
    const label = all.find(({ attribs }) => attribs["for"] === id);
    const legends = all.filter(
      (one) => one.name === "legend" && fields.some((field) => isInside(field, one.parent)),
    );
    const words = [label, ...legends].map((one) => DomUtils.textContent(one ?? []).toLowerCase());
    const said = DomUtils.textContent(link);
    const own = said.toLowerCase().split(": ").at(-1) ?? "";
    if (fields.length !== 1) faults.push(`'${said}' links to ${fields.length} fields #${id}`);
    else if (!words.some((text) => text && (text.includes(own) || own.includes(text))))
      faults.push(`'${said}' links to '${words.join()}' #${id}`);
  }
  const linked = new Set(links.map(({ attribs }) => attribs["href"]?.slice(1)));
  for (const { attribs } of wrong)
    if (!linked.has(attribs["id"])) faults.push(`no link to ${attribs["name"]} #${attribs["id"]}`);
  return faults;
}

test("[BOOK-13] [KEEP-3] each refused form has a link to each wrong field", async () => {
  const faults: string[] = [];
  let refused = 0;
  const tried = new Set<string>();
  for (const { as, path } of screensOf(data).filter((screen) => !screen.form)) {
    const visitor = app.visitor();
    const [name = "", value = ""] = as === "guest" ? [] : data.cookies[as].split("=");
    if (name) visitor.cookies.set(name, value);
    for (const form of formsOf((await visitor.ask(path)).text)) {
      const { hidden, typed, intents } = controlsOf(form);
      const action = form.attribs["action"] ?? path;
      const what = `${action} ${typed.join()} ${intents.join()}`;
      if (typed.length === 0 || tried.has(what)) continue;
      tried.add(what);
      for (const intent of intents.length > 0 ? intents : [hidden["intent"]])
        for (const text of ["", "?"]) {
          const fields = Object.fromEntries(typed.map((one) => [one, text]));
          const answer = await visitor.ask(action, {
            form: { ...hidden, ...fields, idempotencyKey: crypto.randomUUID(), ...(intent && { intent }) },
          });
          if (!answer.text.includes("aria-invalid")) continue;
          refused++;
          faults.push(...faultsOf(answer.text).map((fault) => `${action} (${intent ?? ""}): ${fault}`));
        }
    }
  }
  expect([...new Set(faults)]).toEqual([]);
  expect(refused).toBeGreaterThan(50);
});
