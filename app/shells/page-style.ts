/** The style that a page is sent with: the whole one, or a smaller one of its own (`handle.style`). */
import { use } from "react";
import { useMatches, useRouteError } from "react-router";
import { loadWholeStyle, styleOfDocument } from "./site-style.ts";

/** `task` is ui/task.css, `receiver` ui/receiver.css, and `site` ui/site.css with the classes of every public page. */
export type PageStyle = "site" | "task" | "receiver";

/** The style of the current page. The error page in its place has another one. */
export function usePageStyle(): PageStyle {
  const failed = Boolean(useRouteError());
  const { handle, loaderData } = useMatches().at(-1) ?? {};
  if (failed) return "task";
  const style = handle && typeof handle === "object" && "style" in handle ? handle.style : null;
  if (loaderData === undefined) return "site";
  return style === "task" || style === "receiver" ? style : "site";
}

/** The document's style never changes, so a document that began with a smaller one gets the rest before another page is shown. */
export function useWholeStyle() {
  const style = usePageStyle();
  if (import.meta.env.SSR || style === "task" || styleOfDocument()?.of !== "task") return;
  use(loadWholeStyle());
}
