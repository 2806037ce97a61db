/** A page's title, description and chat preview. They have no personal data, because chat programs fetch previews. */
import type { MetaDescriptor } from "react-router";
import { companyOf } from "../company/use-company.ts";

type Args = { matches: unknown };
type Page = { title: string; description: string; path: string; image?: string };

export function pageMeta(
  args: Args,
  { title, description, path, image = "/share.jpg" }: Page,
): MetaDescriptor[] {
  const root = rootOf(args);
  const origin = (root as { origin: string } | undefined)?.origin ?? "";
  const { name } = companyOf(root);
  const full = path === "/" ? `${name}: ${title}` : `${title} · ${name}`;
  return [
    { title: full },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: origin + path },
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: name },
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

const rootOf = ({ matches }: Args): unknown =>
  (matches as ({ id: string; loaderData?: unknown } | undefined)[]).find((match) => match?.id === "root")
    ?.loaderData;

export const companyIn = (args: Args) => companyOf(rootOf(args));

/** Adds the company's name to a title, for example 'Track Package · Ona Delivery'. */
export const companyTitle = (args: Args, title: string): string => `${title} · ${companyIn(args).name}`;

/** Returns the meta tags of a page that search engines must not list. */
export const companyMeta = (args: Args, title: string): MetaDescriptor[] =>
  noindexMeta(companyTitle(args, title));

export const officeMeta = (args: Args, title: string): MetaDescriptor[] =>
  noindexMeta(`${title} · ${companyIn(args).shortName} back office`);

/** Returns the same tags as `companyMeta`, but `title` is the whole title. */
export const noindexMeta = (title: string): MetaDescriptor[] => [
  { title },
  { name: "robots", content: "noindex" },
];
