/** STORE-1: 'Shop by Category': six tiles, each a link. */
import { Link } from "react-router";
import { Cable, CookingPot, Scissors, Shirt, ShoppingBasket, Store, type LucideIcon } from "lucide-react";
import { STORE_CATEGORIES, type StoreCategory } from "../domain/store-categories.ts";

const ICONS: Record<StoreCategory, LucideIcon> = {
  Food: CookingPot,
  "Health & Beauty": Scissors,
  Multiple: Store,
  Groceries: ShoppingBasket,
  Clothing: Shirt,
  "Electronics & Accessories": Cable,
};

/** The tile of the chosen category leads back to all. */
export function CategoryTiles({ current }: { current: StoreCategory | null }) {
  return (
    <section aria-labelledby="categories">
      <h2 id="categories" className="font-display text-2xl font-bold">
        Shop by Category
      </h2>
      <ul className="mt-3 grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6">
        {STORE_CATEGORIES.map((category) => {
          const Icon = ICONS[category];
          const chosen = category === current;
          return (
            <li key={category}>
              <Link
                to={chosen ? "/stores" : `/stores?category=${encodeURIComponent(category)}`}
                aria-current={chosen ? "true" : undefined}
                preventScrollReset
                className="group flex h-full min-h-24 flex-col justify-between gap-3 border-2 border-ink bg-card p-3 font-semibold leading-tight hover:bg-danfo hover:text-black aria-[current=true]:bg-danfo aria-[current=true]:text-black"
              >
                <Icon aria-hidden className="size-7" strokeWidth={1.75} />
                <span>{category}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
