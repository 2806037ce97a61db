/** Stores, their products and orders. */
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import type { StoreHours } from "../../../domain/store-hours.ts";
import { STORE_CATEGORIES } from "../../../domain/store-categories.ts";
import { ORDER_STATUSES } from "../../../domain/order-status.ts";
import { createdAt, updatedAt, id, belongsTo, formColumns, oneOf, versionColumns } from "./columns.ts";
import { byUserIndex, statusChange } from "./by-user.ts";
import { indexWhereSet } from "./indexes.ts";
import { profiles } from "./people.ts";

export const stores = pgTable(
  "stores",
  {
    id: id(),
    userId: uuid("user_id").references(() => profiles.id, { onDelete: "set null" }),
    /** The emailed registration that created it, so that opening a link twice creates one store. */
    emailLinkId: uuid("email_link_id").unique(),
    slug: text("slug").notNull().unique(),
    businessName: text("business_name").notNull(),
    category: text("category", { enum: STORE_CATEGORIES }).notNull(),
    email: text("email").notNull(),
    phone: text("phone").notNull(),
    address: text("address").notNull(),
    description: text("description").notNull(),
    imageKey: text("image_key"),
    /** STORE-7; null if the owner entered none. */
    openingHours: jsonb("opening_hours").$type<StoreHours>(),
    /** Maintained by a trigger, so that the directory never counts. */
    activeProducts: integer("active_products").notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    search: text("search").generatedAlwaysAs(
      sql`lower(business_name || ' ' || description || ' ' || category)`,
    ),
  },
  (t) => [
    check("stores_category", oneOf(t.category, STORE_CATEGORIES)),
    index("stores_user").on(t.userId),
    index("stores_phone").on(t.phone),
    index("stores_newest").on(t.createdAt, t.id),
    index("stores_category_newest").on(t.category, t.createdAt, t.id),
  ],
);

export const products = pgTable(
  "products",
  {
    id: id(),
    storeId: belongsTo("store_id", () => stores.id),
    name: text("name").notNull(),
    description: text("description"),
    category: text("category"),
    priceKobo: bigint("price_kobo", { mode: "number" }).notNull(),
    stockQuantity: integer("stock_quantity"),
    isActive: boolean("is_active").notNull().default(true),
    imageKey: text("image_key"),
    ...versionColumns(),
    search: text("search").generatedAlwaysAs(
      sql`lower(name || ' ' || coalesce(description, '') || ' ' || coalesce(category, ''))`,
    ),
  },
  (t) => [
    check("products_price", sql`${t.priceKobo} >= 0 and ${t.priceKobo} <= 100000000000`),
    check("products_stock", sql`${t.stockQuantity} >= 0`),
    index("products_store_newest").on(t.storeId, t.createdAt, t.id),
  ],
);

/** Pictures that stores uploaded: the owner of a file key, and the bytes for the store's quota. */
export const pictures = pgTable(
  "pictures",
  {
    key: text("key").primaryKey(),
    storeId: uuid("store_id").references(() => stores.id, { onDelete: "set null" }),
    bytes: integer("bytes").notNull(),
    width: integer("width").notNull(),
    height: integer("height").notNull(),
    createdAt: createdAt(),
  },
  (t) => [index("pictures_store").on(t.storeId)],
);

export const orders = pgTable(
  "orders",
  {
    ...formColumns(),
    code: text("code").notNull().unique(),
    /** The secret part of the buyer's page address; 128 random bits. */
    viewToken: text("view_token").notNull().unique(),
    storeId: belongsTo("store_id", () => stores.id),
    customerId: uuid("customer_id").references(() => profiles.id, { onDelete: "set null" }),
    buyerName: text("buyer_name"),
    buyerPhone: text("buyer_phone"),
    /** The destination; all null for collection at the store. */
    deliveryAddress: text("delivery_address"),
    deliveryState: text("delivery_state"),
    landmark: text("landmark"),
    status: text("status", { enum: ORDER_STATUSES }).notNull().default("new"),
    totalKobo: bigint("total_kobo", { mode: "number" }).notNull(),
    ...versionColumns(),
    search: text("search").generatedAlwaysAs(
      sql`lower(code || ' ' || coalesce(buyer_name, '') || ' ' || coalesce(buyer_phone, ''))`,
    ),
  },
  (t) => [
    check("orders_status", oneOf(t.status, ORDER_STATUSES)),
    check("orders_total", sql`${t.totalKobo} >= 0`),
    index("orders_store_newest").on(t.storeId, t.createdAt, t.id),
    index("orders_store_status").on(t.storeId, t.status, t.createdAt, t.id),
    // A store's customers: by phone, otherwise by name.
    index("orders_buyer").on(
      t.storeId,
      sql`coalesce(${t.buyerPhone}, nullif(lower(btrim(${t.buyerName})), ''))`,
      t.createdAt,
      t.id,
    ),
    indexWhereSet("orders_customer", t.customerId, "customer_id"),
  ],
);

export const orderLines = pgTable(
  "order_lines",
  {
    id: id(),
    orderId: belongsTo("order_id", () => orders.id),
    productId: uuid("product_id").references(() => products.id, { onDelete: "set null" }),
    position: integer("position").notNull(),
    /** Name and price at the time of the order. */
    name: text("name").notNull(),
    unitPriceKobo: bigint("unit_price_kobo", { mode: "number" }).notNull(),
    quantity: integer("quantity").notNull(),
    /**
     * The amount taken from the product's stock, which is returned if the order is cancelled (docs/decisions/0013-stock.md).
     */
    stockTaken: integer("stock_taken").notNull().default(0),
  },
  (t) => [
    check("order_lines_quantity", sql`${t.quantity} > 0`),
    check("order_lines_price", sql`${t.unitPriceKobo} >= 0`),
    check("order_lines_stock_taken", sql`${t.stockTaken} between 0 and ${t.quantity}`),
    unique("order_lines_position").on(t.orderId, t.position),
    index("order_lines_product").on(t.productId),
  ],
);

export const orderEvents = pgTable(
  "order_events",
  {
    ...statusChange(ORDER_STATUSES),
    orderId: belongsTo("order_id", () => orders.id),
  },
  (t) => [index("order_events_order").on(t.orderId, t.id), byUserIndex("order_events", t.byUserId)],
);
