/** The style of a page: the whole style, or the smaller style that the route names in `handle.style`. */
import { use } from "react";
import { useMatches, useRouteError } from "react-router";
import { loadWholeStyle, styleOfDocument } from "./site-style.ts";

/** `task`: ui/task.css. `receiver`: ui/receiver.css. `site`: ui/site.css, the whole style of every public page. */
export type PageStyle = "site" | "task" | "receiver";

/** Returns the style of the page. A page that failed has the style `task`, because it shows the error page. */
export function usePageStyle(): PageStyle {
  const failed = Boolean(useRouteError());
  const { handle, loaderData } = useMatches().at(-1) ?? {};
  if (failed) return "task";
  const style = handle && typeof handle === "object" && "style" in handle ? handle.style : null;
  if (loaderData === undefined) return "site";
  return style === "task" || style === "receiver" ? style : "site";
}

/**
 * Loads the whole style into a document that began with the smaller style `task`, before a page that needs the whole
 * style appears.
 */
export function useWholeStyle() {
  const style = usePageStyle();
  if (import.meta.env.SSR || style === "task" || styleOfDocument()?.of !== "task") return;
  use(loadWholeStyle());
}
