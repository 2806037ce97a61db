import { expect, test } from "vitest";
import { routePatterns } from "./route-patterns.ts";

const patternOf = routePatterns({
  root: { path: "" },
  "shells/public": { parentId: "root" },
  home: { parentId: "shells/public" },
  stores: { path: "stores", parentId: "shells/public" },
  store: { path: "stores/:slug", parentId: "shells/public" },
  chat: { path: "orders/:viewToken/chat", parentId: "root" },
  rest: { path: "*", parentId: "shells/public" },
});

test.each([
  ["/", "/"],
  ["/_root.data", "/"],
  ["/stores", "/stores"],
  ["/stores/", "/stores"],
  ["/stores.data", "/stores"],
  ["/stores/ada-shop", "/stores/:slug"],
  ["/stores/ada-shop.data", "/stores/:slug"],
  ["/orders/secret-token/chat", "/orders/:viewToken/chat"],
  ["/assets/entry-abc.js", "/assets/*"],
  ["/healthz", "/healthz"],
  ["/wp-login.php", "(none)"],
  ["/stores/ada/secret", "(none)"],
])("%s is counted as %s", (path, pattern) => expect(patternOf(path)).toBe(pattern));
