/**
 * React Router inspects every route several times for each request: to match it, to create the routes of the rendered page,
 * and to list the routes that lead there. So each first path segment has a handler of its own, with the routes that can
 * match it. One handler with every route serves the rest (docs/decisions/0003-page-rendering.md).
 */
import { createRequestHandler, type RequestHandler, type ServerBuild } from "react-router";

type Routes = Record<string, { path?: string; parentId?: string } | undefined>;
/** The ids of the routes that can match a path, with their parents; undefined if any route can. */
type IdsOf = (path: string) => ReadonlySet<string> | undefined;

/** The ids of a route and of its parents. */
function lineOf(routes: Routes, id: string): string[] {
  const parent = routes[id]?.parentId;
  return parent === undefined ? [id] : [id, ...lineOf(routes, parent)];
}

/**
 * Groups the routes by their first segment. A route whose first segment is a parameter, a splat or nothing can match
 * any path, so it is in every group.
 */
export function routeAreas(routes: Routes): IdsOf {
  const everywhere = new Set<string>();
  const areas = new Map<string, Set<string>>();
  for (const id of Object.keys(routes)) {
    const line = lineOf(routes, id);
    const path = line.map((one) => routes[one]?.path ?? "").reverse();
    const first = firstSegment(`/${path.filter(Boolean).join("/")}`);
    const isFixed = /^[\w-]+$/.test(first);
    const area = isFixed ? (areas.get(first) ?? new Set<string>()) : everywhere;
    if (isFixed) areas.set(first, area);
    for (const one of line) area.add(one);
  }
  for (const area of areas.values()) for (const id of everywhere) area.add(id);
  return (path) => areas.get(firstSegment(path));
}

/**
 * The first segment of a path. Routes match in any case, and the URL of a page's data is the page's URL with `.data` at
 * the end.
 */
const firstSegment = (path: string) => (path.split("/")[1] ?? "").replace(/\.data$/, "").toLowerCase();

function only<Value>(all: Record<string, Value>, ids: ReadonlySet<string>): Record<string, Value> {
  return Object.fromEntries(Object.entries(all).filter(([id]) => ids.has(id)));
}

/** Responds as `createRequestHandler` with the whole build does, with fewer routes to inspect. */
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
