/** Every path of app/routes.ts. */
import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "../../app/routes.ts";

export function routePaths(entries: RouteConfigEntry[] = routes, above = ""): string[] {
  return entries.flatMap((entry) => {
    const path = [above, entry.path].filter(Boolean).join("/");
    const own = entry.path !== undefined || entry.index ? [`/${path}`] : [];
    return [...own, ...routePaths(entry.children ?? [], path)];
  });
}
