import { useMatches } from "react-router";

/** The page's language tag (`lang` of its data); null for English. */
export function usePageLanguage(): string | null {
  const { loaderData } = useMatches().at(-1) ?? {};
  const lang = loaderData && typeof loaderData === "object" && "lang" in loaderData ? loaderData.lang : null;
  return typeof lang === "string" ? lang : null;
}

/** A text in the language of the current page; undefined without a translation. */
export function usePageText(text: string | undefined): string | undefined {
  const { loaderData } = useMatches().at(-1) ?? {};
  if (text === undefined || !loaderData || typeof loaderData !== "object") return undefined;
  const { translation } = loaderData as { translation?: { texts?: Readonly<Record<string, string>> } | null };
  return translation?.texts?.[text];
}
