/** STAFF-17: the page for staff who may not open a screen, without its scripts in the pages of everybody else. */
import { createContext, lazy, Suspense, use, type ComponentType, type ReactElement } from "react";
import type { RestrictedData } from "../access/restricted.ts";
import { ErrorPage } from "./error-page.tsx";

/** Set while the server renders, because `renderToString` cannot render what is lazy. The browser fetches the page. */
export const ServerRestrictedPage = createContext<((data: RestrictedData) => ReactElement) | null>(null);

const FetchedPage = lazy<ComponentType<RestrictedData>>(() =>
  import("./restricted.tsx").then(
    ({ RestrictedPage }) => ({ default: RestrictedPage }),
    // It loads again as soon as the server responds.
    () => ({ default: () => <ErrorPage status={0} text={null} /> }),
  ),
);

export function RestrictedOnDemand(data: RestrictedData) {
  const render = use(ServerRestrictedPage);
  return <Suspense>{render ? render(data) : <FetchedPage {...data} />}</Suspense>;
}
