import { createElement } from "react";
import { expect, test } from "vitest";
import { cachedHtml } from "./cached-html.server.ts";

test("a part has no links that preload its pictures, because the browser's React expects only the part", () => {
  const parts = cachedHtml()();
  const picture = createElement("img", { src: "/one.webp", alt: "" });
  const place = parts.put([{ key: "one", render: () => createElement("li", null, picture) }]);
  expect(parts.fill([place]).toString()).toBe('<li><img src="/one.webp" alt=""/></li>');
});
