/** Fills a database with synthetic stores and products that look like Nigerian ones, oldest first. */
import { analyse, empty, fill } from "./fill.ts";
import type { Say } from "./report.ts";

/**
 * For each category: its share of the stores, words for the names of its stores, and words for their goods. In each
 * list, the first words are used most often.
 */
const TRADES = [
  ["Food", 0.4, ["Kitchen", "Foods", "Bukka", "Grills", "Catering", "Pot"],
    ["jollof rice", "fried rice", "pepper soup", "suya", "egusi", "moi moi", "small chops", "asun", "ofada", "puff puff", "nkwobi", "banga", "abacha", "masa", "kilishi"]],
  ["Clothing", 0.2, ["Fashions", "Couture", "Wears", "Fabrics", "Tailors", "Boutique"],
    ["ankara", "agbada", "lace", "adire", "aso oke", "kaftan", "headwraps", "sandals", "school uniforms", "caps", "denim", "handbags", "isiagu", "danshiki"]],
  ["Electronics & Accessories", 0.15, ["Gadgets", "Electronics", "Phones", "Digital Hub", "Tech"],
    ["chargers", "earphones", "power banks", "phone cases", "laptops", "televisions", "inverters", "solar lamps", "routers", "keyboards", "hard drives", "drones"]],
  ["Groceries", 0.12, ["Provisions", "Farm Produce", "Mini Mart", "Grains", "Market"],
    ["garri", "palm oil", "yam tubers", "dried crayfish", "beans", "local rice", "plantain", "tomatoes", "ground pepper", "stockfish", "ogbono", "honey"]],
  ["Health & Beauty", 0.08, ["Beauty", "Skincare", "Hair", "Pharmacy", "Glow"],
    ["shea butter", "black soap", "braids", "wigs", "perfume oil", "lipstick", "vitamins", "sunscreen", "hair cream", "nail polish"]],
  ["Multiple", 0.05, ["Stores", "Ventures", "Bazaar", "Superstore", "Enterprises"],
    ["kitchen ware", "ankara", "toys", "books", "chargers", "shea butter", "bedsheets", "garri", "umbrellas", "stationery"]],
] as const; // prettier-ignore
const OWNERS =
  `Ngozi Chinedu Adaeze Emeka Amarachi Folake Tunde Bukola Kunle Ronke Aisha Musa Fatima Ibrahim Zainab Halima Sani Efe
Ejiro Blessing Godwin Grace Esther Ekaette Bassey Boma Preye Ebiere Okafor Adeyemi Balogun Bello Nwosu Ogunleye Danjuma Lawal
Okeke Garba Ojo Effiong Osagie Gyang`.split(/\s+/);
const TOWNS =
  `Ikeja Surulere Yaba Lekki Kano Garki Wuse Ibadan Enugu Onitsha Aba Warri Abeokuta Ilorin Jos Kaduna Calabar Uyo Owerri
Akure Sokoto Maiduguri`.split(/\s+/);
const OPENINGS = ["Fresh and affordable", "Good quality", "Wholesale and retail", "Fast delivery of", "Original", "Your trusted place for", "Handmade", "Home of"]; // prettier-ignore
/** Rare words for the search. Each word is used in three of the oldest hundred stores, and in no other store. */
export const RARE_WORDS = ["sekere", "opon ayo", "gangan"];
/** The slug (the name in the URL) of the n-th store with 24 products. */
export const slugOfFull = (n: number): string => `store-${n * 5}`;

const quoted = (words: readonly string[]) =>
  `array[${words.map((word) => `'${word.replaceAll("'", "''")}'`).join(",")}]`;
const pick = (words: string) => `(${words})[1 + floor(cardinality(${words}) * random() * random())::int]`;

/**
 * Adds stores until there are `total`, with 20 products each on average: every fifth has 24, the others 19. Foreign
 * keys, triggers and secondary indexes are off meanwhile, and the product counter is written with the values that the
 * triggers would write.
 */
export async function loadStores(connectionString: string, total: number, say: Say): Promise<void> {
  const fields = { table: "stores", total, indexed: ["stores", "products"] };
  const seconds = await fill(connectionString, fields, async (client, from) => {
    const { rows: keys } = await client.query<{ name: string; definition: string }>(
      `select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
       where conrelid = 'products'::regclass and contype = 'f'`,
    );
    for (const { name } of keys)
      await client.query(`alter table products drop constraint ${client.escapeIdentifier(name)}`);
    await client.query("alter table products disable trigger user");
    await client.query(trades());
    await client.query(stores(from, total));
    await client.query(products(from));
    await client.query("drop table bench_trades");
    await client.query("alter table products enable trigger user");
    for (const { name, definition } of keys)
      await client.query(
        `alter table products add constraint ${client.escapeIdentifier(name)} ${definition}`,
      );
  });
  if (seconds === null) return;
  await analyse(connectionString, "stores", "products");
  say(`${total} stores with ${total * 20} products after ${seconds} s`);
}

/** Removes all stores, and all rows that refer to a store. */
export const clearStores = (connectionString: string): Promise<void> => empty(connectionString, "stores");

function trades(): string {
  let up = 0;
  const rows = TRADES.map(([category, share, kinds, goods]) => {
    const low = up;
    up += share;
    return `('${category}', ${low}, ${up}, ${quoted(kinds)}, ${quoted(goods)})`;
  });
  return `create temp table bench_trades as select * from (values ${rows.join(",")}) v (category, low, up, kinds, goods)`;
}

function stores(from: number, total: number): string {
  const rare = RARE_WORDS.map(
    (word, i) => `when n in (${[i, i + 31, i + 62].join(",")}) then ' and ${word}'`,
  );
  return `
    with drawn as materialized (
      select n, random() as luck, ${pick(quoted(OWNERS))} as owner, ${pick(quoted(TOWNS))} as town, ${pick(quoted(OPENINGS))} as opening,
        '+234' || (array['803','806','813','703'])[1 + n % 4] || lpad(floor(1e7 * random())::text, 7, '0') as phone,
        now() - interval '200 days' + n * interval '1 minute' as at
      from generate_series(${from}, ${total - 1}) n
    )
    insert into stores (slug, business_name, category, email, phone, address, description, active_products, created_at, updated_at)
    select 'store-' || n, owner || ' ' || ${pick("kinds")}, category, lower(owner) || n || '@example.ng', phone,
      (1 + n % 180) || ' Market Road, ' || town,
      opening || ' ' || ${pick("goods")} || ', ' || ${pick("goods")} || ' and ' || ${pick("goods")}
        || case ${rare.join(" ")} else '' end || '. Open every day in ' || town || ', we send to all states.',
      case when n % 5 = 0 then 24 else 19 end, at, at
    from drawn join bench_trades on luck >= low and luck < up order by n`;
}

function products(from: number): string {
  return `
    insert into products (store_id, name, description, category, price_kobo, stock_quantity, created_at, updated_at)
    select p.id, initcap(goods[1 + k % cardinality(goods)]) || ' ' || (array['small', 'medium', 'large', 'special', 'of the day'])[1 + k % 5],
      case when k % 4 > 0 then 'Made with care by ' || business_name || ', ready in a day.' end,
      initcap(goods[1 + k % 4]), (5 + floor(random() * 400)::int) * 10000, case when k % 3 > 0 then floor(random() * 60)::int end,
      p.created_at + k * interval '1 second', p.created_at + k * interval '1 second'
    from stores p join bench_trades using (category), generate_series(1, p.active_products) k
    where split_part(p.slug, '-', 2)::int >= ${from}
    order by p.created_at, k`;
}
