import { redirect } from "react-router";
import type { Route } from "./+types/old-path.route";
import { pagePath } from "../../platform/http/page-path.ts";

/** LINK-11: redirects /auth/login and /auth/signup permanently, with their query. */
export function loader({ request }: Route.LoaderArgs) {
  const url = new URL(request.url);
  const path = pagePath(url).replace(/^\/auth/, "");
  url.searchParams.delete("_routes");
  return redirect(path + (url.searchParams.size > 0 ? `?${url.searchParams}` : ""), 301);
}
