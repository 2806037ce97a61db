/** Title, description and chat preview of a page. Nothing personal: other services fetch previews. */
import type { MetaDescriptor } from "react-router";
import { COMPANY } from "../../domain/company.ts";

type Page = { title: string; description: string; path: string; image?: string };

export function pageMeta(
  { matches }: { matches: unknown },
  { title, description, path, image = "/share.jpg" }: Page,
): MetaDescriptor[] {
  const root = (matches as ({ id: string; loaderData?: unknown } | undefined)[]).find(
    (match) => match?.id === "root",
  );
  const origin = (root?.loaderData as { origin: string } | undefined)?.origin ?? "";
  const full = path === "/" ? `${COMPANY.name}: ${title}` : `${title} · ${COMPANY.name}`;
  return [
    { title: full },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: origin + path },
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: COMPANY.name },
    { property: "og:locale", content: "en_NG" },
    { property: "og:title", content: full },
    { property: "og:description", content: description },
    { property: "og:url", content: origin + path },
    { property: "og:image", content: origin + image },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { name: "twitter:card", content: "summary_large_image" },
  ];
}

/** The title of a page that search engines must not list. */
export const noindexMeta = (title: string): MetaDescriptor[] => [
  { title },
  { name: "robots", content: "noindex" },
];
