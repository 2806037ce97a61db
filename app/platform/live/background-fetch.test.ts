import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { inBackground, markBackgroundRequests } from "./background-fetch.ts";

type Asked = { path: string; marked: boolean };
let asked: Asked[];
let answers: (Response | Error)[];
let here: {
  fetch: typeof fetch;
  location: { pathname: string; search: string; reload: () => void };
};
let loadedAgain: number;
beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  answers = [];
  loadedAgain = 0;
  const reload = () => void loadedAgain++;
  here = {
    location: { pathname: "/admin/bookings", search: "?q=ada", reload },
    fetch: async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input);
      asked.push({
        path: url.pathname + url.search,
        marked: new Headers(init?.headers).has("Ona-Background"),
      });
      const answer = answers.shift() ?? new Response("ok");
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  vi.stubGlobal("window", here);
  markBackgroundRequests();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const get = (path: string, init?: RequestInit) => here.fetch(new URL(path, "http://localhost"), init);

test("the data of the page that reloads is marked; other requests, and the same one by a person, are not", async () => {
  await inBackground(async () => {
    await get("/admin/bookings.data?q=ada");
    await get("/admin/bookings.data?q=ada&_routes=shells%2Fadmin");
    await get("/admin/bookings.data?q=ada", { method: "POST" });
    await get("/admin/bookings.data?q=musa");
    await get("/admin/contacts.data");
    await get("/healthz");
  });
  await get("/admin/bookings.data?q=ada");
  expect(asked.map(({ marked }) => marked)).toEqual([true, true, false, false, false, false, false]);
});

test("the first page too", async () => {
  Object.assign(here.location, { pathname: "/", search: "" });
  await inBackground(async () => void (await get("/_.data")));
  expect(asked).toEqual([{ path: "/_.data", marked: true }]);
});

test("waits for the network and for a busy server, as long as it says", async () => {
  answers = [
    new TypeError("failed to fetch"),
    new Response(null, { status: 503, headers: { "Retry-After": "60" } }),
    new Response(null, { status: 429 }),
    new Response("at last"),
  ];
  const reply = inBackground(async () => {
    expect(await (await get("/admin/bookings.data?q=ada")).text()).toBe("at last");
  });
  await vi.advanceTimersByTimeAsync(7000);
  expect(asked).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(40_000);
  expect(asked).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(60_000);
  await reply;
  expect(asked).toHaveLength(4);
});

test("a page whose browser somebody else signed in to is loaded again", async () => {
  vi.stubGlobal("document", { documentElement: { dataset: { owner: "ada" } } });
  for (const owner of ["ada", "musa"]) {
    answers = [new Response("ok", { headers: { "Ona-Owner": owner } })];
    await inBackground(async () => void (await get("/admin/bookings.data?q=ada")));
    expect(loadedAgain).toBe(owner === "ada" ? 0 : 1);
  }
});

test("a refusal that stays is handed on, and a navigation ends the waiting", async () => {
  answers = [new Response(null, { status: 423 })];
  await inBackground(async () => {
    expect((await get("/admin/bookings.data?q=ada")).status).toBe(423);
  });
  const navigation = new AbortController();
  answers = [new TypeError("failed to fetch")];
  const waiting = inBackground(async () => {
    await get("/admin/bookings.data?q=ada", { signal: navigation.signal }).catch(() => {});
    // This pause keeps the reload running until the person opens a page. React Router, too, ends the reload only after
    // the person has opened the page.
    await vi.advanceTimersByTimeAsync(1000);
  });
  await vi.advanceTimersByTimeAsync(1000);
  navigation.abort();
  await get("/admin/bookings.data?q=ada");
  await waiting;
  expect(asked.map(({ marked }) => marked)).toEqual([true, true, false]);
});
