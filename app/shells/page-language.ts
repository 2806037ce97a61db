import { useMatches } from "react-router";

/** The language tag of the current page (`lang` of the page's data); null for English. */
export function usePageLanguage(): string | null {
  const { loaderData } = useMatches().at(-1) ?? {};
  const lang = loaderData && typeof loaderData === "object" && "lang" in loaderData ? loaderData.lang : null;
  return typeof lang === "string" ? lang : null;
}

/** The translation of a text into the language of the current page; undefined if there is none. */
export function usePageText(text: string | undefined): string | undefined {
  const { loaderData } = useMatches().at(-1) ?? {};
  if (text === undefined || !loaderData || typeof loaderData !== "object") return undefined;
  const { translation } = loaderData as { translation?: { texts?: Readonly<Record<string, string>> } | null };
  return translation?.texts?.[text];
}
