/** STORE-2: the products of a store: search, categories, and one page of cards. */
import type { Route } from "./+types/store.route";
import { formatNaira } from "../../domain/money.ts";
import { pageLinks } from "../../platform/http/query.ts";
import { Amount } from "../../ui/amount.tsx";
import { CachedChildren, keyOfPart } from "../../ui/cached-html.ts";
import { Pager } from "../../ui/pager.tsx";
import { usePictures } from "../../ui/pictures.ts";
import { SearchBox } from "../../ui/search-box.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { ProductCard } from "./product-card.tsx";
import { loadingAt } from "./store-picture.tsx";
import type { QuantityProps } from "./quantity-control.tsx";
import { itemCountOf, selectionTotal, type SelectionLine } from "./selection.ts";

type Loaded = Route.ComponentProps["loaderData"];
type Props = { loaderData: Loaded; choosing: QuantityProps; lines: readonly SelectionLine[]; sel: string };

/**
 * Returns the parameters that the page's links keep. `sel` is the selection in the URL; empty if the browser stores the
 * selection.
 */
export const keptParams = ({ search, category }: Pick<Loaded, "search" | "category">, sel: string) => ({
  ...(search && { q: search }),
  ...(category && { category }),
  ...(sel && { sel }),
});

export function StoreProducts({ loaderData, choosing, lines, sel }: Props) {
  const { categories, page, search, category, shown, delivery, store } = loaderData;
  const pictures = usePictures();
  const tab = (name: string | null) => `?${new URLSearchParams(keptParams({ search, category: name }, sel))}`;
  return (
    <section aria-labelledby="products">
      <h2 id="products" className="sr-only">
        Products
      </h2>
      <SearchBox
        key={category ?? "all"}
        label="Search products"
        placeholder="Search products..."
        defaultValue={search}
        keep={keptParams({ search: "", category }, sel)}
      />
      {categories.length > 0 && (
        <div className="mt-4">
          <Tabs
            label="Product categories"
            tabs={[
              { href: tab(null), label: "All", current: category === null },
              ...categories.map((name) => ({ href: tab(name), label: name, current: category === name })),
            ]}
          />
        </div>
      )}
      {page.rows.length > 0 && (
        <p className="mt-4 text-sm">
          <strong>Delivery:</strong> {delivery}.
        </p>
      )}
      <div className="mt-4">
        {page.rows.length === 0 ? (
          !shown && <NoProducts filtered={Boolean(search || category)} sel={sel} />
        ) : (
          <CachedChildren
            as="ul"
            className="grid grid-cols-[repeat(auto-fill,minmax(8.25rem,1fr))] gap-x-3 gap-y-6 sm:grid-cols-[repeat(auto-fill,minmax(11.5rem,1fr))] sm:gap-x-4"
            parts={page.rows.map((product, index) => {
              const asked = new URLSearchParams({ product: product.id, ...(sel && { sel }) });
              const shownAs = {
                to: `/stores/${store.slug}?${asked}`,
                loading: loadingAt(index, { now: 2, near: 0 }),
                pictures,
              };
              return {
                id: product.id,
                key: () =>
                  keyOfPart("product", product, shownAs, { quantity: choosing.quantityOf(product.id) }),
                render: () => (
                  <li>
                    <ProductCard product={product} choosing={choosing} {...shownAs} />
                  </li>
                ),
              };
            })}
          />
        )}
      </div>
      <Pager {...pageLinks(new URLSearchParams(keptParams(loaderData, sel)), page)} />
      {lines.length > 0 && <ToSelection lines={lines} />}
    </section>
  );
}

function NoProducts({ filtered, sel }: { filtered: boolean; sel: string }) {
  return (
    <EmptyState
      title="No products found"
      text={filtered ? "Try another word or category." : "This store has no products yet."}
      action={
        filtered ? (
          <TextLink to={`?${new URLSearchParams(sel && { sel })}`}>Show all products</TextLink>
        ) : (
          <TextLink to="/stores">See other stores</TextLink>
        )
      }
    />
  );
}

/** Draws the link to the selection. The link stays on the screen until the selection itself is visible. */
function ToSelection({ lines }: Pick<Props, "lines">) {
  return (
    <a
      href="#selection"
      data-sticky-bar
      className="sticky bottom-3 z-20 mt-6 flex min-h-12 items-center justify-between gap-4 border-2 border-ink bg-danfo px-4 font-semibold text-black lg:hidden"
    >
      <span>See your selection ({itemCountOf(lines)})</span>
      <span className="font-display text-lg tabular-nums">
        <Amount>{formatNaira(selectionTotal(lines))}</Amount>
      </span>
    </a>
  );
}
