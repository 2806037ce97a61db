/** TRIP-4: pieces of one address are one stop, so several people may be at a stop. Pure. */

/** The people of these items, in their order, each with their own items. */
export function byPerson<Item>(
  items: readonly Item[],
  of: (item: Item) => { name: string; phone: string },
): Item[][] {
  const key = ({ name, phone }: ReturnType<typeof of>) => `${phone} ${name.trim().toLowerCase()}`;
  return [...Map.groupBy(items, (item) => key(of(item))).values()];
}
