/** STORE-1: 'Shop by Category': six tiles, each a link. */
import { Link } from "react-router";
import { Cable, CookingPot, Scissors, Shirt, ShoppingBasket, Store, type LucideIcon } from "lucide-react";
import { STORE_CATEGORIES, type StoreCategory } from "../../domain/store-categories.ts";
import { NamedSection } from "../../ui/named-section.tsx";

const ICONS: Record<StoreCategory, LucideIcon> = {
  Food: CookingPot,
  "Health & Beauty": Scissors,
  Multiple: Store,
  Groceries: ShoppingBasket,
  Clothing: Shirt,
  "Electronics & Accessories": Cable,
};

/** The tile of the chosen category leads back to all. On a phone one row that scrolls. */
export function CategoryTiles({ current }: { current: StoreCategory | null }) {
  return (
    <NamedSection
      id="categories"
      title="Shop by Category"
      headClass="font-display text-lg font-bold sm:text-2xl"
    >
      <ul className="-mx-4 mt-2 flex gap-2 overflow-x-auto px-4 pb-2 sm:mx-0 sm:mt-3 sm:grid sm:grid-cols-3 sm:gap-3 sm:px-0 sm:pb-0 lg:grid-cols-6">
        {STORE_CATEGORIES.map((category) => {
          const Icon = ICONS[category];
          const chosen = category === current;
          return (
            <li key={category} className="shrink-0 sm:shrink">
              <Link
                to={chosen ? "/stores" : `/stores?category=${encodeURIComponent(category)}`}
                aria-current={chosen ? "true" : undefined}
                preventScrollReset
                className="group flex h-full min-h-11 items-center gap-2 border-2 border-ink bg-card px-3 py-2 font-semibold leading-tight whitespace-nowrap sm:min-h-24 sm:flex-col sm:items-start sm:justify-between sm:gap-3 sm:py-3 sm:whitespace-normal hover:bg-danfo hover:text-black aria-[current=true]:bg-danfo aria-[current=true]:text-black"
              >
                <Icon aria-hidden className="size-5 shrink-0 sm:size-7" strokeWidth={1.75} />
                <span>{category}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </NamedSection>
  );
}
