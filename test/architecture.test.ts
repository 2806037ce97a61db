/**
 * Rules for the source that neither lint nor .dependency-cruiser.mjs can express (CONTRIBUTING.md).
 * Longer than 250 lines because it has all rules about the source.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { JOB_KINDS } from "../server/job-kinds.ts";
import { BROWSER_PACKAGES } from "../scripts/browser-packages.ts";

/** Folders directly below app/ that contain no feature. */
const FRAME = new Set([
  "access",
  "domain",
  "platform",
  "ui",
  "shells",
  "fonts",
  "notifications",
  "places",
  "text",
  "history",
]);
/**
 * Finds the name of a feature's folder in a path. The folder may be inside a folder that groups features, such as
 * money/.
 */
const AREAS = /^app\/(?:(?:people|money|parcels|stores|road|care|company|developers)\/)?([^/]+)\//;

type Source = { path: string; folder: string; text: string; imports: string[] };

const sources: Source[] = readdirSync("app", { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map((entry) => {
    const path = join(entry.parentPath, entry.name);
    const text = readFileSync(path, "utf8");
    const imports = [...text.matchAll(/^(?:import|export)\b[^;]*?from "([^"]+)"|^import "([^"]+)"/gms)].map(
      (m) => m[1] ?? m[2]!,
    );
    return {
      path,
      folder: AREAS.exec(path)?.[1] ?? "",
      text,
      imports: imports.map((to) => (to.startsWith(".") ? join(dirname(path), to) : to)),
    };
  });
const code = sources.filter(({ path }) => !/\.test\.tsx?$/.test(path));
const featureOf = (path: string) => AREAS.exec(path)?.[1];

test("no barrels and no drawers for everything", () => {
  const names = sources
    .map(({ path }) => path)
    .filter((path) => /\/index\.tsx?$|\/(utils?|helpers?|common|misc)(\.|\/)/.test(path));
  expect(names).toEqual([]);
});

test("[WEB-3] the messages beside fields are ours: no form shows the browser's own", () => {
  const tag = /<(?:\w+\.)?[Ff]orm\s(?:[^>{}]|\{(?:[^{}]|\{[^{}]*\})*\})*>/g;
  const forms = code.flatMap(({ path, text }) => [...text.matchAll(tag)].map(([form]) => ({ path, form })));
  expect(forms.length).toBeGreaterThan(50);
  expect(forms.filter(({ form }) => !form.includes("noValidate"))).toEqual([]);
});

test("each package of the browser's code is made ready when npm run dev starts", () => {
  const onServer = /\.server\.tsx?$|^app\/(entry\.server\.tsx|routes\.ts|platform\/(db|http\/csv-download))/;
  const madeByPlugin = /^(react|react-dom|react-router)(\/|$)/;
  const needed = code
    .filter(({ path }) => !onServer.test(path))
    .flatMap(({ imports }) => imports)
    .filter((to) => !/^app\/|^node:|^virtual:|\?url$/.test(to) && !madeByPlugin.test(to));
  expect([...new Set(needed)].sort()).toEqual(BROWSER_PACKAGES);
});

test("the browser's code needs no secure origin to draw a key: drawKey draws it", () => {
  // ui/sealed.ts may use Web Crypto, which needs a secure origin: elsewhere ui/sealed.ts stores no draft (KEEP-4).
  const inBrowser = code.filter(({ path }) => !/\.server\.tsx?$|^app\/ui\/sealed\.ts$/.test(path));
  const needy = inBrowser.filter(({ text }) => /\brandomUUID\(|crypto\.subtle/.test(text));
  expect(needy.map(({ path }) => path)).toEqual([]);
});

/** The files of features whose source matches `text`, without the files that are allowed to match. */
const featuresWith = (text: RegExp, allowed: readonly string[] = []) =>
  code
    .filter(({ path, folder, text: own }) => !FRAME.has(folder) && !allowed.includes(path) && text.test(own))
    .map(({ path }) => path);

test("a write has one way: the runner of operations parses, reserves the key and answers what nobody foresaw", () => {
  expect(featuresWith(/\b(?:withActionError|readForm)\(/)).toEqual([]);
  // These files may parse values themselves, because the values do not come from a form: they come from a file, an API
  // request or a stored link.
  const noForms = [
    "app/money/prices/change-draft.server.ts",
    "app/money/prices/price-csv.server.ts",
    "app/money/businesses/own-prices.server.ts",
    "app/stores/store-dashboard/import-products.server.ts",
    "app/stores/registration/register-store.server.ts",
    "app/developers/endpoints/batch.server.ts",
  ];
  const parsing = featuresWith(/\.safeParse(Async)?\(|\bcheck(Form|Values)?\(\w+(Form|Fields),/, noForms);
  expect(parsing.filter((path) => path.endsWith(".server.ts"))).toEqual([]);
});

test("what a form of bookings and orders says is parsed by its schema alone", () => {
  const parsers = /\b(toE164|parseWeight|parseNaira|parseOptionalNaira|placeOf|recognisePlace)\(/;
  const parsing = featuresWith(parsers, [
    // These files may parse postal addresses, of a form that was not sent yet and of older bookings.
    "app/parcels/bookings/booking-price.server.ts",
    "app/parcels/bookings/state-doubts.server.ts",
  ]);
  const features = /^app\/(?:parcels\/bookings|stores\/orders|money\/settlements)\/.*\.server\.ts$/;
  expect(parsing.filter((path) => features.test(path))).toEqual([]);
});

test("features form no circle, screens apart", () => {
  const needs = new Map<string, Set<string>>();
  for (const { path, folder, imports } of code) {
    // Routes are left out, because a screen may show parts of several features. .dependency-cruiser.mjs checks that no
    // files, routes included, import each other in a circle.
    if (FRAME.has(folder) || /\.route\.tsx?$/.test(path)) continue;
    for (const to of imports) {
      const other = featureOf(to);
      if (!other || other === folder || FRAME.has(other)) continue;
      if (!needs.has(folder)) needs.set(folder, new Set());
      needs.get(folder)!.add(other);
    }
  }
  const circle = (at: string, seen: string[]): string[] | null => {
    if (seen.includes(at)) return [...seen.slice(seen.indexOf(at)), at];
    for (const next of needs.get(at) ?? []) {
      const found = circle(next, [...seen, at]);
      if (found) return found;
    }
    return null;
  };
  for (const start of needs.keys()) expect(circle(start, [])).toBeNull();
});

test("a booking's history has one writer, and its first event is stored with the booking", () => {
  const writes = /\.insert\(bookingEvents\)|insert into (?:\$\{bookingEvents\}|booking_events)/i;
  const writers = code.filter(({ text }) => writes.test(text)).map(({ path }) => path);
  expect(writers).toEqual([
    "app/history/add-events.server.ts",
    "app/parcels/bookings/store-booking.server.ts",
  ]);
});

test("a transaction is begun, and tried again after a conflict, in one place; what begins another one in it is a savepoint", () => {
  const onServer = [...code, ...filesBelow("server")].filter(
    ({ path }) => /\.server\.tsx?$|^server\//.test(path) && !/\.test\.tsx?$/.test(path),
  );
  const found = (words: RegExp) => onServer.filter(({ text }) => words.test(text)).map(({ path }) => path);
  const place = "app/platform/db/transact.server.ts";
  expect(found(/(?<!\btx)\.transaction\(/)).toEqual([place]);
  expect(found(/\b(?:40P01|40001)\b/)).toEqual([place]);
  // createBooking uses the loop of transact.server.ts for the single statement that stores a booking.
  expect(found(/\bagainAfterConflict\b/)).toEqual(
    ["app/parcels/bookings/create-booking.server.ts", place].toSorted(),
  );
});

test("people are told of an event by notify() alone", () => {
  const direct = /\b(?:add|addAll|withdraw)\(\s*[\w.]+,\s*(?:LINK_)?MAILS\b/;
  const found = [...code, ...filesBelow("server")].filter(({ text }) => direct.test(text));
  expect(found.map(({ path }) => path)).toEqual([]);
});

test("each kind of job has a queue of its own", () => {
  const declared = code.flatMap(({ text }) => [...text.matchAll(/\bjobKind<[^()]*>\(\s*"(\w+)"/g)]);
  const names = declared.map(([, name]) => name!);
  expect(new Set(names)).toEqual(new Set(JOB_KINDS.map(({ name }) => name)));
  expect(new Set(names).size).toBe(names.length);
});

test("[WEB-4] no two rate limits have the same name, under which their counts are stored", () => {
  const declared = /\b(rateLimit|perBrowserAndIp)\(\s*"(\w+)"/g;
  const names = [...code, ...filesBelow("server")].flatMap(({ text }) =>
    [...text.matchAll(declared)].flatMap(([, kind, name]) =>
      kind === "rateLimit" ? [name] : [`${name}PerBrowser`, `${name}PerIp`],
    ),
  );
  expect(names.length).toBeGreaterThan(40);
  expect(names.filter((name, n) => names.indexOf(name) !== n)).toEqual([]);
});

test("a file longer than 250 lines says why", () => {
  const long = [...sources, ...["server", "scripts", "bench", "test"].flatMap(filesBelow)]
    .filter(({ text }) => text.split("\n").length > 251)
    .filter(({ text }) => !/Longer than 250 lines/.test(text.slice(0, 1500)));
  expect(long.map(({ path }) => path)).toEqual([]);
});

function filesBelow(folder: string): { path: string; text: string }[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(tsx?|mjs)$/.test(entry.name))
      .map((entry) => ({
        path: join(entry.parentPath, entry.name),
        text: readFileSync(join(entry.parentPath, entry.name), "utf8"),
      }));
  } catch {
    return [];
  }
}

test("only configuration reads the environment", () => {
  const readers = [...code, ...filesBelow("server")]
    .filter(({ text }) => text.includes("process.env"))
    .map(({ path }) => path);
  expect(
    readers.filter(
      (path) =>
        !["server/config.ts", "server/main.ts", "server/commands/admin-cli.ts"].includes(path) &&
        !path.startsWith("server/postgres/"),
    ),
  ).toEqual([]);
});

const DOCS = [
  "README.md",
  "CONTRIBUTING.md",
  "test/README.md",
  ...readdirSync("docs", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name)),
];

test("every file that a page of the documentation names exists", () => {
  const missing = DOCS.flatMap((doc) =>
    [
      ...readFileSync(doc, "utf8").matchAll(
        /`((?:app|server|test|bench|scripts|public|docs)\/[\w./-]+\.\w+)`/g,
      ),
    ]
      .map(([, path]) => path!)
      .filter((path) => !existsSync(path))
      .map((path) => `${doc} → ${path}`),
  );
  expect(missing).toEqual([]);
});

test("source names only pages that are in the repository", () => {
  const named = [...sources, ...["server", "scripts", "bench", "test"].flatMap(filesBelow)].flatMap(
    ({ path, text }) =>
      [...text.matchAll(/(?<![\w./-])(?:docs\/)?[\w/-]+\.md\b/g)].map(([page]) => ({ path, page })),
  );
  const missing = named.filter(
    ({ path, page }) => !existsSync(page) && !existsSync(join(dirname(path), page)),
  );
  expect(missing.map(({ path, page }) => `${path} → ${page}`)).toEqual([]);
});

test("a test that is left out says why and how to have it run", () => {
  const silent = [...sources, ...["server", "test", "bench"].flatMap(filesBelow)]
    .filter(({ text }) => /\b(?:test|describe|it)\.(?:runIf|skipIf|skip|todo)\(/.test(text))
    .map(({ path }) => path);
  // No file may skip tests by itself: `testWhere` of the fixtures skips a test and gives the reason in its title.
  expect(silent).toEqual([]);
});

test("[PHONE-16] no code reads the clock of a machine's own time zone: times are Lagos times (app/domain/dates.ts)", () => {
  const ofZone =
    /\.(get|set)(Hours|Minutes|Seconds|Date|Day|Month|FullYear|TimezoneOffset)\(|\.to(Locale\w*|Date|Time)String\(|(?<!new )\bDate\(\)|\bnew Date\([^()]*,/;
  const format = /\bIntl\.DateTimeFormat\((?![^;]*\btimeZone:)/;
  const wrong = (text: string) => ofZone.test(text) || format.test(text);
  expect(code.filter(({ text }) => wrong(text)).map(({ path }) => path)).toEqual([]);
  // Checks that the patterns find what they must find, and nothing else.
  for (const text of [
    "at.getHours()",
    "at.toLocaleTimeString()",
    "new Date(2026, 1)",
    "Intl.DateTimeFormat('en')",
  ])
    expect(wrong(text)).toBe(true);
  for (const text of ["at.getUTCHours()", "new Date(at)", "Intl.DateTimeFormat('en', { timeZone: 'UTC' })"])
    expect(wrong(text)).toBe(false);
});
