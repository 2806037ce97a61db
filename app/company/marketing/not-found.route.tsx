import { data } from "react-router";
import type { Route } from "./+types/not-found.route";
import { NotFoundPage } from "./not-found.tsx";
import { companyMeta } from "../../platform/http/page-meta.ts";

export const handle = { style: "task" };

export const meta: Route.MetaFunction = (args) => companyMeta(args, "Not found");

export function loader() {
  return data(null, { status: 404 });
}

/** Responds to a form for an unknown URL. */
export function action() {
  throw data(null, { status: 404 });
}

export default NotFoundPage;
