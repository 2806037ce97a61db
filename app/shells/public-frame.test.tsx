/** HOME-3: the header and footer that the server caches equal those that the browser renders. */
import { renderToString } from "react-dom/server";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router";
import { expect, test } from "vitest";
import { publicCompany } from "../platform/company/company.server.ts";
import { packCompany } from "../platform/company/packed.ts";
import { cachedHtml } from "../platform/cache/cached-html.server.ts";
import { SAMPLE_COMPANY } from "../domain/company.ts";
import { CachedHtml } from "../ui/cached-html.ts";
import { PublicPage } from "./public-page.tsx";

const company = (name: string) => packCompany(publicCompany({ ...SAMPLE_COMPANY, name }));
const ADA = { firstName: "Ada", email: "ada@example.com", name: "Ada Obi", store: true, staff: false };

/** The page at a path, with the data of the root route. */
async function pageAt(path: string, root: object) {
  const element = <PublicPage>{path}</PublicPage>;
  const children = [
    { path: "*", element },
    { index: true, element },
  ] as const;
  const routes = [{ id: "root", path: "/", loader: () => root, children: [...children] }];
  const { query, dataRoutes } = createStaticHandler(routes);
  const context = await query(new Request(`https://example.com${path}`));
  if (context instanceof Response) throw new Error("no page");
  return (
    <StaticRouterProvider
      router={createStaticRouter(dataRoutes, context)}
      context={context}
      hydrate={false}
    />
  );
}

test("[HOME-3] the cached header and footer are those of the page, on each page and after each change", async () => {
  const partsOfPage = cachedHtml();
  const roots = [
    { company: company("Ona"), year: 2026 },
    { company: company("Ona"), year: 2027, hubs: true },
    { company: company("Other & Sons"), year: 2026 },
    { company: company("Ona"), year: 2026, session: ADA },
  ];
  for (const _time of [1, 2])
    for (const root of roots)
      for (const path of [
        "/",
        "/track",
        "/TRACK",
        "/track/",
        "/stores",
        "/stores/ada",
        "/login",
        "/login/x",
        "/nowhere",
      ]) {
        const page = await pageAt(path, root);
        const parts = partsOfPage();
        const text = renderToString(<CachedHtml value={parts.put}>{page}</CachedHtml>);
        expect(text).not.toContain("All rights reserved");
        expect(parts.fill([text]).toString()).toBe(renderToString(page));
      }
});
