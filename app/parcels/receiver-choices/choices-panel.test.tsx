import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { ChoicesPanel } from "./choices-panel.tsx";
import type { Choice } from "./read-choices.server.ts";

test("[CHOICE-2] each button of the receiver's choices says which wish it cancels", () => {
  const choice = (kind: Choice["kind"], more: Partial<Choice>) =>
    ({ id: kind, kind, slot: kind, madeAt: new Date(0), ...more }) as Choice;
  const list = [choice("day", { day: "2026-12-01" }), choice("hold", { hub: "Ikeja" })];
  const Page = createRoutesStub([
    { path: "/", Component: () => <ChoicesPanel code="" list={list} formKey="" mayNot={null} /> },
  ]);
  const names = [...renderToStaticMarkup(<Page />).matchAll(/<button[^>]* aria-label="([^"]*)"/g)].map(
    ([, name]) => name,
  );
  expect(names).toHaveLength(2);
  expect(names[0]).toMatch(/^Cancel the receiver&#x27;s wish: .*1 Dec/);
  expect(names[1]).toMatch(/^Cancel the receiver&#x27;s wish: .*Ikeja$/);
});
