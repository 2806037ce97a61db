/** The style that a page is sent with: the whole one, or a smaller one of its own (`handle.style`). */
import { use } from "react";
import { useMatches, useRouteError } from "react-router";
import { loadWholeStyle, styleOfDocument } from "./site-style.ts";

/**
 * `task` is ui/task.css and `receiver` is ui/receiver.css. `site` is ui/site.css, with the classes of every public
 * page.
 */
export type PageStyle = "site" | "task" | "receiver";

/** The style of the current page. If the error page is shown instead, its style is another. */
export function usePageStyle(): PageStyle {
  const failed = Boolean(useRouteError());
  const { handle, loaderData } = useMatches().at(-1) ?? {};
  if (failed) return "task";
  const style = handle && typeof handle === "object" && "style" in handle ? handle.style : null;
  if (loaderData === undefined) return "site";
  return style === "task" || style === "receiver" ? style : "site";
}

/**
 * Loads the whole style before another page is shown in a document that began with a smaller style. A document keeps
 * its first style.
 */
export function useWholeStyle() {
  const style = usePageStyle();
  if (import.meta.env.SSR || style === "task" || styleOfDocument()?.of !== "task") return;
  use(loadWholeStyle());
}
