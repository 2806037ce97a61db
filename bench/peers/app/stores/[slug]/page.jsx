/** A store and its newest 24 products, rendered on the server for each request. */
import { notFound } from "next/navigation";
import { pool } from "../../database.js";

export const dynamic = "force-dynamic";

const STORE = `select s.business_name, s.category as store_category, s.description as store_description, s.phone, s.address,
  p.id, p.name, p.description, p.category, p.price_kobo, p.stock_quantity
  from stores s join lateral (select * from products where store_id = s.id and is_active order by created_at desc, id desc limit 24) p on true
  where s.slug = $1`;

export default async function Store({ params }) {
  const { slug } = await params;
  const { rows } = await pool.query({ name: "store", text: STORE, values: [slug] });
  const [store] = rows;
  if (!store) notFound();
  return (
    <main>
      <h1>{store.business_name}</h1>
      <p>{store.store_category}</p>
      <p>{store.store_description}</p>
      <p>
        <a href={`tel:${store.phone}`}>{store.phone}</a> {store.address}
      </p>
      <ul>
        {rows.map((product) => (
          <li key={product.id}>
            <article>
              <p>{product.category}</p>
              <h2>{product.name}</h2>
              <p>{product.description}</p>
              <p>₦{(product.price_kobo / 100).toLocaleString("en-NG")}</p>
              {product.stock_quantity === 0 ? <p>Sold out</p> : <button>Add to Cart</button>}
            </article>
          </li>
        ))}
      </ul>
    </main>
  );
}
