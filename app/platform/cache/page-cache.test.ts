import { expect, test } from "vitest";
import { createPageCache, type PageTopic } from "./page-cache.server.ts";

function opened(mostBytes?: number) {
  const state = { listening: true, at: new Date("2026-11-21T10:20:00Z") };
  let change: (topics: readonly string[] | null) => void = () => {};
  const live = {
    listening: () => state.listening,
    onPageChange: (changed: typeof change) => void (change = changed),
  };
  const cache = createPageCache<{ html: string }>(live, () => state.at, mostBytes);
  const put = (key: string, topic: PageTopic, bytes = 100) =>
    cache.end(cache.begin(topic), key, { html: key }, bytes);
  return { cache, state, put, change: (...topics: string[]) => change(topics), missed: () => change(null) };
}

test("[CACHE-1] a change drops the pages of its topic and no others; one of everything drops all", () => {
  const { cache, put, change } = opened();
  put("/stores/a", "store/a");
  put("/stores/a lean", "store/a");
  put("/stores/b", "store/b");
  put("/about", "all");
  change("store/a", "stores");
  expect(["/stores/a", "/stores/a lean", "/stores/b", "/about"].filter((key) => cache.get(key))).toEqual([
    "/stores/b",
    "/about",
  ]);
  change("all");
  expect(cache.size()).toEqual({ pages: 0, bytes: 0 });
});

test("[CACHE-1] a page whose data was read before a change is never cached after it", () => {
  const { cache, change, missed } = opened();
  for (const [topic, changed] of [
    ["store/a", () => change("store/a")],
    ["store/a", () => change("x", "all")],
    ["all", () => change("all")],
    ["booking/OD1", missed],
  ] as const) {
    const reading = cache.begin(topic);
    changed();
    cache.end(reading, "page", { html: "old" }, 10);
    expect(cache.get("page")).toBe(undefined);
  }
  const reading = cache.begin("store/a");
  change("store/b", "stores");
  cache.end(reading, "page", { html: "current" }, 10);
  expect(cache.get("page")).toEqual({ html: "current" });
});

test("[CACHE-1] while notifications of changes are not received, nothing is cached and nothing is answered from the cache", () => {
  const { cache, state, put, missed } = opened();
  put("before", "all");
  const reading = cache.begin("all");
  state.listening = false;
  expect(cache.get("before")).toBe(undefined);
  put("meanwhile", "all");
  const late = cache.begin("all");
  state.listening = true;
  missed();
  for (const open of [reading, late]) cache.end(open, "read meanwhile", { html: "?" }, 10);
  expect(cache.size().pages).toBe(0);
});

test("no page outlives the hour, since it names the year and whether the office is open", () => {
  const { cache, state, put } = opened();
  put("/contact", "all");
  state.at = new Date("2026-11-21T10:59:59.999Z");
  expect(cache.get("/contact")).toBeDefined();
  state.at = new Date("2026-11-21T11:00:00Z");
  expect(cache.get("/contact")).toBe(undefined);
});

test("a page that is made over the turn of the hour counts as one of the hour it began in", () => {
  const { cache, state } = opened();
  state.at = new Date("2026-11-21T10:59:59.990Z");
  const reading = cache.begin("all");
  state.at = new Date("2026-11-21T11:00:00.010Z");
  cache.end(reading, "/contact", { html: "The office is open" }, 10);
  expect(cache.get("/contact")).toBe(undefined);
});

test("ten thousand pages take no more than the bound, and their topics are forgotten with them", () => {
  const { cache, put, change } = opened(1_000_000);
  for (let n = 0; n < 10_000; n++) put(`/stores/${n}`, `store/${n}`, 20_000);
  put("too large", "all", 2_000_000);
  const { pages, bytes } = cache.size();
  expect(bytes).toBeLessThanOrEqual(1_000_000);
  expect(pages).toBeGreaterThan(30);
  change("store/1", "store/9999");
  expect(cache.size().pages).toBe(pages - 1);
});

test("[CACHE-1] [BOOK-4] a page that names a time is answered until then, also within its hour", () => {
  const { cache, state } = opened();
  const until = new Date("2026-11-21T10:30:00Z").getTime();
  cache.end(cache.begin("all"), "/book", { html: "before" }, 10, until);
  state.at = new Date(until - 1);
  expect(cache.get("/book")).toEqual({ html: "before" });
  state.at = new Date(until);
  expect(cache.get("/book")).toBe(undefined);
});
