/** STORE-1: 'Shop by Category': links to all stores and to six categories, on a phone in one scrolling row. */
import { Link } from "react-router";
import { STORE_CATEGORIES, type StoreCategory } from "../../domain/store-categories.ts";
import { NamedSection } from "../../ui/named-section.tsx";

export function CategoryTiles({ current }: { current: StoreCategory | null }) {
  return (
    <NamedSection
      id="categories"
      title="Shop by Category"
      headClass="font-display text-lg font-bold sm:text-2xl"
    >
      <ul className="-mx-4 mt-2 flex gap-2 overflow-x-auto px-4 pb-2 sm:mx-0 sm:flex-wrap sm:px-0">
        {[null, ...STORE_CATEGORIES].map((category) => (
          <li key={category} className="shrink-0">
            <Link
              to={category ? `/stores?category=${encodeURIComponent(category)}` : "/stores"}
              aria-current={category === current ? "true" : undefined}
              preventScrollReset
              className="flex min-h-11 items-center border-2 border-ink px-4 font-semibold whitespace-nowrap hover:bg-card aria-[current=true]:bg-danfo aria-[current=true]:text-black"
            >
              {category ?? "All"}
            </Link>
          </li>
        ))}
      </ul>
    </NamedSection>
  );
}
