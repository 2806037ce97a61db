import { useMatches } from "react-router";

/** The tag of a page's language (`lang` of its data); null for English. */
export function usePageLanguage(): string | null {
  const { loaderData } = useMatches().at(-1) ?? {};
  const lang = loaderData && typeof loaderData === "object" && "lang" in loaderData ? loaderData.lang : null;
  return typeof lang === "string" ? lang : null;
}
