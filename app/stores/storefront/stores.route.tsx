/** The directory of partner stores. */
import { useEffect, useRef } from "react";
import type { Route } from "./+types/stores.route";
import { servicesContext } from "../../platform/context.ts";
import { parsePageParams } from "../../platform/http/keyset.ts";
import { pageLinks } from "../../platform/http/query.ts";
import { readSearch } from "../../platform/http/search.ts";
import { pageMeta } from "../../platform/http/page-meta.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { Pager } from "../../ui/pager.tsx";
import { SearchBox } from "../../ui/search-box.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { STORE_CATEGORIES } from "../../domain/store-categories.ts";
import { CategoryTiles } from "./category-tiles.tsx";
import { listStores, onCard } from "./directory.server.ts";
import { StoreCard } from "./store-card.tsx";

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: "Partner Stores",
    description: "Shop from partner stores all over Nigeria: choose, order on WhatsApp, and we deliver it.",
    path: "/stores",
  });

export async function loader({ request, context }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const category = STORE_CATEGORIES.find((known) => known === params.get("category")) ?? null;
  const search = readSearch(params);
  const page = await listStores(context.get(servicesContext).db, {
    search,
    category,
    ...parsePageParams(params),
  });
  return { ...page, rows: page.rows.map(onCard), search, category };
}

/**
 * After a change of category or search, scrolls to the search field and the found stores, if the found stores are out
 * of view.
 */
function useShownResults(asked: string) {
  const start = useRef<HTMLDivElement>(null);
  const before = useRef(asked);
  useEffect(() => {
    if (before.current === asked) return;
    before.current = asked;
    const results = document.getElementById("found")?.getBoundingClientRect();
    if (results && (results.top > window.innerHeight * 0.6 || results.bottom < 0))
      start.current?.scrollIntoView({ block: "start" });
  }, [asked]);
  return start;
}

export default function StoresPage({
  loaderData: { rows, previous, next, search, category },
}: Route.ComponentProps) {
  const start = useShownResults(`${category ?? ""} ${search}`);
  const keep = { ...(search && { q: search }), ...(category && { category }) };
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-8">
      <PageHead
        title="Partner Stores"
        text="Choose what you want, send the order on WhatsApp, and we deliver it."
        actions={
          <ButtonLink to="/store/signup" variant="secondary" className="max-sm:hidden">
            Register Your Store
          </ButtonLink>
        }
      />
      <div ref={start} className="mt-6 max-w-2xl scroll-mt-2 sm:mt-8">
        <SearchBox
          key={category ?? "all"}
          label={category ? `Search in ${category}` : "Search stores"}
          placeholder="Jollof, phone charger, ankara..."
          defaultValue={search}
          keep={category ? { category } : {}}
        />
      </div>
      <div className="mt-4 sm:mt-8">
        <CategoryTiles current={category} />
      </div>
      <section aria-labelledby="found" className="mt-6 sm:mt-8">
        <h2 id="found" className="font-display text-2xl font-bold">
          {category ?? "All stores"}
          {search && <span className="text-muted"> · “{search}”</span>}
        </h2>
        <div className="mt-4">
          {rows.length === 0 ? (
            <EmptyState
              title="No stores found"
              text={search || category ? "Try another word or category." : "Be the first: sell with us."}
              action={
                search || category ? (
                  <TextLink to="/stores">Show all stores</TextLink>
                ) : (
                  <ButtonLink to="/store/signup">Register Your Store</ButtonLink>
                )
              }
            />
          ) : (
            <ul className="grid gap-3 sm:grid-cols-2 sm:gap-5 lg:grid-cols-3">
              {rows.map((store, index) => (
                <li key={store.slug}>
                  <StoreCard store={store} place={index} />
                </li>
              ))}
            </ul>
          )}
        </div>
        <Pager {...pageLinks(new URLSearchParams(keep), { previous, next })} />
      </section>
      <div className="mt-10 sm:hidden">
        <ButtonLink to="/store/signup" variant="secondary">
          Register Your Store
        </ButtonLink>
      </div>
    </div>
  );
}
