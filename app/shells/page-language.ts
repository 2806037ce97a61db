import { useMatches } from "react-router";

/** Returns the language tag of the page (`lang` in its data). Null for English. */
export function usePageLanguage(): string | null {
  const { loaderData } = useMatches().at(-1) ?? {};
  const lang = loaderData && typeof loaderData === "object" && "lang" in loaderData ? loaderData.lang : null;
  return typeof lang === "string" ? lang : null;
}

/** Returns a text in the language of the current page. Undefined if there is no translation. */
export function usePageText(text: string | undefined): string | undefined {
  const { loaderData } = useMatches().at(-1) ?? {};
  if (text === undefined || !loaderData || typeof loaderData !== "object") return undefined;
  const { translation } = loaderData as { translation?: { texts?: Readonly<Record<string, string>> } | null };
  return translation?.texts?.[text];
}
