/**
 * For every URL of the product, React Router matches the same route in the URL's group (route-areas.ts) as among all
 * routes.
 */
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { matchRoutes, type RouteObject } from "react-router";
import { expect, test } from "vitest";
import routes from "../../app/routes.ts";
import { routeAreas } from "./route-areas.ts";

type Flat = { id: string; path?: string; index?: boolean; parentId?: string };

const flatten = (entries: RouteConfigEntry[], parentId: string): Flat[] =>
  entries.flatMap(({ id = "", file, path, index, children }) => {
    const own = id || file;
    return [
      { id: own, parentId, ...(path !== undefined && { path }), ...(index && { index }) },
      ...flatten(children ?? [], own),
    ];
  });
const all: Flat[] = [{ id: "root", path: "" }, ...flatten(routes, "root")];
const idsOf = routeAreas(Object.fromEntries(all.map((route) => [route.id, route])));

function nested(among: Flat[], parentId?: string): RouteObject[] {
  return among
    .filter((route) => route.parentId === parentId)
    .map(({ id, path, index }) =>
      index ? { id, index: true } : { id, ...(path !== undefined && { path }), children: nested(among, id) },
    );
}
const idsMatched = (among: Flat[], path: string) =>
  matchRoutes(nested(among), path)?.map(({ route }) => route.id) ?? null;

/**
 * URLs for each route: with parameter values, in upper case, with one segment fewer, and with one segment more. Also
 * URLs that no route serves.
 */
const addresses = [
  ...new Set(
    all.flatMap(({ id, path }) => {
      const above = all.find((route) => route.id === all.find((one) => one.id === id)?.parentId)?.path;
      const whole = `/${[above, path].filter(Boolean).join("/")}`
        .replace(/:\w+/g, "x1")
        .replace("*", "nowhere");
      const segments = whole.split("/");
      const parents = segments.map((_, n) => segments.slice(0, n).join("/") || "/");
      return [whole, `${whole}/`, `${whole}/more`, whole.toUpperCase(), ...parents];
    }),
  ),
];

test("a page of an area is matched as among all routes, and so are the pages above it", () => {
  expect(addresses.length).toBeGreaterThan(150);
  let smaller = 0;
  for (const path of addresses) {
    const ids = idsOf(path);
    if (!ids) continue;
    const area = all.filter(({ id }) => ids.has(id));
    smaller += area.length < all.length / 2 ? 1 : 0;
    expect(idsMatched(area, path), path).toEqual(idsMatched(all, path));
    const segments = path.split("/");
    for (let n = 1; n < segments.length; n++) {
      const above = segments.slice(0, n).join("/") || "/";
      expect(idsMatched(area, above), `${above} above ${path}`).toEqual(idsMatched(all, above));
    }
  }
  expect(smaller).toBeGreaterThan(100);
});

test.each(["/nowhere", "/%61dmin/bookings", "//admin", "/_root.data", "/__manifest"])(
  "%s may be any route's",
  (path) => expect(idsOf(path)).toBe(undefined),
);

test("the home page and each page of the office inspect few routes", () => {
  const [home, bookings, admin] = ["/", "/admin/bookings", "/admin"].map((path) => idsOf(path)?.size ?? NaN);
  expect(home).toBeLessThan(20);
  expect(bookings).toBeLessThan((admin ?? NaN) / 3);
  expect(idsOf("/admin/%62ookings")).toBe(idsOf("/admin"));
});

test("a page's data is asked for among the same routes", () => {
  expect(idsOf("/track.data")).toBe(idsOf("/track"));
  expect(idsOf("/admin/bookings.data")).toBe(idsOf("/admin/bookings"));
});
