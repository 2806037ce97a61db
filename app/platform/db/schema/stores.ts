/** Stores, their products and orders. */
import { sql } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import type { StoreHours } from "../../../domain/store-hours.ts";
import { STORE_CATEGORIES } from "../../../domain/store-categories.ts";
import { ORDER_STATUSES } from "../../../domain/order-status.ts";
import {
  belongsTo,
  bigNumber,
  createdAt,
  formColumns,
  id,
  moment,
  oneOf,
  updatedAt,
  versionColumns,
} from "./columns.ts";
import { byUserIndex, statusChange } from "./by-user.ts";
import { indexWhereSet } from "./indexes.ts";
import { profiles } from "./people.ts";

export const stores = pg.pgTable(
  "stores",
  {
    id: id(),
    userId: pg.uuid("user_id").references(() => profiles.id, { onDelete: "set null" }),
    /** The emailed link of the registration. Unique, so that opening the link twice creates one store. */
    emailLinkId: pg.uuid("email_link_id").unique(),
    slug: pg.text("slug").notNull().unique(),
    businessName: pg.text("business_name").notNull(),
    category: pg.text("category", { enum: STORE_CATEGORIES }).notNull(),
    email: pg.text("email").notNull(),
    phone: pg.text("phone").notNull(),
    address: pg.text("address").notNull(),
    description: pg.text("description").notNull(),
    imageKey: pg.text("image_key"),
    /** STORE-7: the opening hours; null if the owner entered none. */
    openingHours: pg.jsonb("opening_hours").$type<StoreHours>(),
    /** The number of active products. A trigger maintains it, so that the directory of stores need not count. */
    activeProducts: pg.integer("active_products").notNull().default(0),
    /** OWNER-11: since when staff have hidden the store; null for a visible store. */
    hiddenAt: moment("hidden_at"),
    /** The reason for hiding the store, which the owner reads; null while a new store waits for staff. */
    hiddenReason: pg.text("hidden_reason"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    search: pg
      .text("search")
      .generatedAlwaysAs(sql`search_fold(business_name || ' ' || description || ' ' || category)`),
  },
  (t) => [
    pg.check("stores_category", oneOf(t.category, STORE_CATEGORIES)),
    pg.check("stores_hidden", sql`${t.hiddenReason} is null or ${t.hiddenAt} is not null`),
    pg.index("stores_user").on(t.userId),
    pg.index("stores_phone").on(t.phone),
    pg.index("stores_newest").on(t.createdAt, t.id),
    pg.index("stores_category_newest").on(t.category, t.createdAt, t.id),
  ],
);

export const products = pg.pgTable(
  "products",
  {
    id: id(),
    storeId: belongsTo("store_id", () => stores.id),
    name: pg.text("name").notNull(),
    description: pg.text("description"),
    category: pg.text("category"),
    priceKobo: bigNumber("price_kobo").notNull(),
    stockQuantity: pg.integer("stock_quantity"),
    isActive: pg.boolean("is_active").notNull().default(true),
    imageKey: pg.text("image_key"),
    ...versionColumns(),
    search: pg
      .text("search")
      .generatedAlwaysAs(
        sql`search_fold(name || ' ' || coalesce(description, '') || ' ' || coalesce(category, ''))`,
      ),
  },
  (t) => [
    pg.check("products_price", sql`${t.priceKobo} >= 0 and ${t.priceKobo} <= 100000000000`),
    pg.check("products_stock", sql`${t.stockQuantity} >= 0`),
    pg.index("products_store_newest").on(t.storeId, t.createdAt, t.id),
  ],
);

/** Pictures that stores uploaded. A picture's size in bytes counts towards the quota of its store. */
export const pictures = pg.pgTable(
  "pictures",
  {
    key: pg.text("key").primaryKey(),
    storeId: pg.uuid("store_id").references(() => stores.id, { onDelete: "set null" }),
    bytes: pg.integer("bytes").notNull(),
    width: pg.integer("width").notNull(),
    height: pg.integer("height").notNull(),
    createdAt: createdAt(),
  },
  (t) => [pg.index("pictures_store").on(t.storeId)],
);

export const orders = pg.pgTable(
  "orders",
  {
    ...formColumns(),
    code: pg.text("code").notNull().unique(),
    /** The secret in the URL of the page that the buyer sees; 128 random bits. */
    viewToken: pg.text("view_token").notNull().unique(),
    storeId: belongsTo("store_id", () => stores.id),
    customerId: pg.uuid("customer_id").references(() => profiles.id, { onDelete: "set null" }),
    buyerName: pg.text("buyer_name"),
    buyerPhone: pg.text("buyer_phone"),
    /** All columns of the delivery address are null if the buyer collects the order at the store. */
    deliveryAddress: pg.text("delivery_address"),
    deliveryState: pg.text("delivery_state"),
    landmark: pg.text("landmark"),
    status: pg.text("status", { enum: ORDER_STATUSES }).notNull().default("new"),
    totalKobo: bigNumber("total_kobo").notNull(),
    ...versionColumns(),
    search: pg
      .text("search")
      .generatedAlwaysAs(
        sql`search_fold(code || ' ' || coalesce(buyer_name, '') || ' ' || coalesce(buyer_phone, ''))`,
      ),
  },
  (t) => [
    pg.check("orders_status", oneOf(t.status, ORDER_STATUSES)),
    pg.check("orders_total", sql`${t.totalKobo} >= 0`),
    pg.index("orders_store_newest").on(t.storeId, t.createdAt, t.id),
    pg.index("orders_store_status").on(t.storeId, t.status, t.createdAt, t.id),
    // Finds the customers of a store. Orders with the same phone belong to one customer; without a phone,
    // orders with the same name.
    pg
      .index("orders_buyer")
      .on(
        t.storeId,
        sql`coalesce(${t.buyerPhone}, nullif(lower(btrim(${t.buyerName})), ''))`,
        t.createdAt,
        t.id,
      ),
    indexWhereSet("orders_customer", t.customerId, "customer_id"),
  ],
);

export const orderLines = pg.pgTable(
  "order_lines",
  {
    id: id(),
    orderId: belongsTo("order_id", () => orders.id),
    productId: pg.uuid("product_id").references(() => products.id, { onDelete: "set null" }),
    position: pg.integer("position").notNull(),
    /** The product's name and price at the time of the order. */
    name: pg.text("name").notNull(),
    unitPriceKobo: bigNumber("unit_price_kobo").notNull(),
    quantity: pg.integer("quantity").notNull(),
    /**
     * The amount that the order took from the stock. Cancelling the order returns it (docs/decisions/0013-stock.md).
     */
    stockTaken: pg.integer("stock_taken").notNull().default(0),
  },
  (t) => [
    pg.check("order_lines_quantity", sql`${t.quantity} > 0`),
    pg.check("order_lines_price", sql`${t.unitPriceKobo} >= 0`),
    pg.check("order_lines_stock_taken", sql`${t.stockTaken} between 0 and ${t.quantity}`),
    pg.unique("order_lines_position").on(t.orderId, t.position),
    pg.index("order_lines_product").on(t.productId),
  ],
);

export const orderEvents = pg.pgTable(
  "order_events",
  {
    ...statusChange(ORDER_STATUSES),
    orderId: belongsTo("order_id", () => orders.id),
  },
  (t) => [pg.index("order_events_order").on(t.orderId, t.id), byUserIndex("order_events", t.byUserId)],
);
