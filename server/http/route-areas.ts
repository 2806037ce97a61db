/**
 * React Router inspects every route several times for each request. So each group of paths has its own handler, with
 * only the routes that can match. A handler with all routes serves the other paths
 * (docs/decisions/0003-page-rendering.md).
 */
import { createRequestHandler, type RequestHandler, type ServerBuild } from "react-router";

type Routes = Record<string, { path?: string; parentId?: string } | undefined>;
/**
 * Returns the ids of the routes that can match a path, and the ids of their parents. Undefined if any route can match.
 */
type IdsOf = (path: string) => ReadonlySet<string> | undefined;

function lineOf(routes: Routes, id: string): string[] {
  const parent = routes[id]?.parentId;
  return parent === undefined ? [id] : [id, ...lineOf(routes, parent)];
}

/**
 * Groups the routes by the first segment of their paths, and by the first two segments. A group has every route that
 * can match a path with these segments, and the parents of these routes. A segment that is a parameter, a splat or
 * empty matches any segment. The group of the home page has only the routes without a fixed first segment.
 */
export function routeAreas(routes: Routes): IdsOf {
  const lines = Object.keys(routes).map((id) => {
    const line = lineOf(routes, id);
    const path = line.map((one) => routes[one]?.path ?? "").reverse();
    return { line, segments: segmentsOf(`/${path.filter(Boolean).join("/")}`) };
  });
  const groupOf = (first: string, second?: string) =>
    new Set(
      lines.flatMap(({ line, segments: [one, two] }) => {
        const fits = !isFixed(one) || (one === first && (!second || !isFixed(two) || two === second));
        return fits ? line : [];
      }),
    );
  const areas = new Map([["/", groupOf("")]]);
  for (const { segments } of lines) {
    const [first, second] = segments;
    if (!isFixed(first)) continue;
    areas.set(first, groupOf(first));
    if (isFixed(second)) areas.set(`${first}/${second}`, groupOf(first, second));
  }
  return (path) => {
    if (path === "/") return areas.get(path);
    const [first = "", second = ""] = segmentsOf(path);
    return areas.get(`${first}/${second}`) ?? areas.get(first);
  };
}

const isFixed = (segment: string | undefined): segment is string => /^[\w-]+$/.test(segment ?? "");

/**
 * Returns the first two segments of a path, in lower case, because routes ignore case. Removes `.data`, the ending of
 * data requests.
 */
const segmentsOf = (path: string): string[] =>
  path
    .toLowerCase()
    .replace(/\.data$/, "")
    .split("/")
    .slice(1, 3);

function only<Value>(all: Record<string, Value>, ids: ReadonlySet<string>): Record<string, Value> {
  return Object.fromEntries(Object.entries(all).filter(([id]) => ids.has(id)));
}

/** Makes a handler that responds as `createRequestHandler` does for the whole build, but inspects fewer routes. */
export function createAreaHandler(build: ServerBuild, mode: string): RequestHandler {
  const idsOf = routeAreas(build.routes);
  const whole = createRequestHandler(build, mode);
  const handlers = new Map<ReadonlySet<string>, RequestHandler>();
  const handlerOf = (path: string) => {
    const ids = idsOf(path);
    if (!ids) return whole;
    let handler = handlers.get(ids);
    if (!handler) {
      const assets = { ...build.assets, routes: only(build.assets.routes, ids) };
      handler = createRequestHandler({ ...build, routes: only(build.routes, ids), assets }, mode);
      handlers.set(ids, handler);
    }
    return handler;
  };
  return (request, context) => handlerOf(new URL(request.url).pathname)(request, context);
}
