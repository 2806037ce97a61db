/** The style that a page is sent with: the whole style, or a smaller one that the page's `handle.style` names. */
import { use } from "react";
import { useMatches, useRouteError } from "react-router";
import { loadWholeStyle, styleOfDocument } from "./site-style.ts";

/**
 * The names of styles. `task` is ui/task.css and `receiver` is ui/receiver.css. `site` is ui/site.css, which has the
 * classes of every public page.
 */
export type PageStyle = "site" | "task" | "receiver";

/** The style of the current page. The error page has the style `task`, whatever page failed. */
export function usePageStyle(): PageStyle {
  const failed = Boolean(useRouteError());
  const { handle, loaderData } = useMatches().at(-1) ?? {};
  if (failed) return "task";
  const style = handle && typeof handle === "object" && "style" in handle ? handle.style : null;
  if (loaderData === undefined) return "site";
  return style === "task" || style === "receiver" ? style : "site";
}

/**
 * If a document began with the style `task`, loads the whole style before a page that needs it is shown. Without this
 * function a document keeps the style that it began with.
 */
export function useWholeStyle() {
  const style = usePageStyle();
  if (import.meta.env.SSR || style === "task" || styleOfDocument()?.of !== "task") return;
  use(loadWholeStyle());
}
