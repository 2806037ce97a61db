/** Finds the pattern of the route that serves a path, such as /stores/:slug, for the access log and metrics. */

type Routes = Record<string, { path?: string; parentId?: string } | undefined>;

/** The pattern that stands for all paths that no route serves. */
const NO_ROUTE = "(none)";
const OWN = new Set(["/healthz", "/readyz", "/metrics", "/.well-known/security.txt"]);

/**
 * Returns a function that finds the pattern of a path. A pattern has no values from the path, so that no token and no
 * tracking code reaches a log line or a metric's label.
 */
export function routePatterns(routes: Routes): (path: string) => string {
  const fixed = new Set<string>(OWN);
  const open: { pattern: string; matches: RegExp }[] = [];
  for (const id of Object.keys(routes)) {
    const pattern = wholePattern(routes, id);
    if (pattern.includes("*")) continue;
    if (!pattern.includes(":")) fixed.add(pattern);
    else open.push({ pattern, matches: new RegExp(`^${pattern.replace(/:[^/]+/g, "[^/]+")}$`) });
  }
  return (requested) => {
    const path = requested === "/_root.data" ? "/" : requested.replace(/(?<=.)(\/|\.data)$/, "");
    if (fixed.has(path)) return path;
    if (path.startsWith("/assets/")) return "/assets/*";
    return open.find(({ matches }) => matches.test(path))?.pattern ?? NO_ROUTE;
  };
}

function wholePattern(routes: Routes, id: string): string {
  const parts: string[] = [];
  for (let at: string | undefined = id; at; at = routes[at]?.parentId) {
    const path = routes[at]?.path;
    if (path) parts.unshift(path.replace(/^\/|\/$/g, ""));
  }
  return `/${parts.filter(Boolean).join("/")}`;
}
