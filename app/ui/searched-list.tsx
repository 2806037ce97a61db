import type { ComponentProps, ReactNode } from "react";
import { Pager } from "./pager.tsx";
import { SearchBox } from "./search-box.tsx";

type Props = {
  search: ComponentProps<typeof SearchBox>;
  pager: ComponentProps<typeof Pager>;
  children: ReactNode;
};

/** Draws a list with a search above it and links to its other pages below it. */
export function SearchedList({ search, pager, children }: Props) {
  return (
    <>
      <div className="mt-4">
        <SearchBox {...search} />
      </div>
      <div className="mt-6">{children}</div>
      <Pager {...pager} />
    </>
  );
}
