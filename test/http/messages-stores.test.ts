/** MSG-1: the messages to store owners and buyers; see test/fixtures/messages.ts. */
import { eq } from "drizzle-orm";
import { LINK_REQUESTS } from "../../app/people/sign-in/link-limits.server.ts";
import { profiles } from "../../app/platform/db/schema.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { openForMessages, sent, shown, testMessages } from "../fixtures/messages.ts";
import { makeProduct, makeStore } from "../fixtures/stores.ts";
import { STORE_FORM } from "../fixtures/store-form.ts";

const { app, limited, without } = await closedAfterAll(openForMessages());
const owner = await app.customer("owner@ona.test");
const [person] = await app.services.db.select().from(profiles).where(eq(profiles.email, "owner@ona.test"));
const store = await makeStore(app.services, person!.id);
const { id: productId } = await makeProduct(app.services, store.id);

const STORE = { ...STORE_FORM, category: "Food" };
const PRODUCTS = "/store/dashboard/products";
const product = (query: string, form: Record<string, string>) =>
  sent(owner, `${PRODUCTS}?${query}`, { isActive: "on", ...form });

testMessages("store", [
  [
    [
      "Store name must be at least 3 characters",
      "Please enter a valid email address",
      "Please enter a valid phone number",
      "Please enter your complete address",
      "Please provide a short description of your store",
    ],
    () =>
      sent(app.visitor(), "/store/signup", {
        storeName: "ab",
        email: "bad",
        phone: "12",
        address: "abc",
        description: "short",
        category: "Food",
      }),
  ],
  [["Verification email sent!"], (email) => sent(app.visitor(), "/store/signup", { ...STORE, email })],
  [
    ["Registration failed"],
    (email) => limited(LINK_REQUESTS.perBrowser, "/store/signup", { ...STORE, email }),
  ],
  [["Login link sent!"], (email) => sent(app.visitor(), "/store/login", { email })],
  [["Login failed"], (email) => limited(LINK_REQUESTS.perBrowser, "/store/login", { email })],
  [["No stores found"], () => shown(app.visitor(), "/stores?q=nothing-of-the-kind")],
  [
    ["No products found", "Your selection is empty. Add products to get started."],
    () => shown(app.visitor(), `/stores/${store.slug}?q=nothing-of-the-kind`),
  ],
  [
    ["Logged out", "You have been signed out from your store dashboard."],
    async (email) => sent(await app.customer(email), "/store/logout", {}),
  ],
  [["No Partner Account Found"], async (email) => shown(await app.customer(email), "/store/dashboard")],
  [["No orders yet"], () => shown(owner, "/store/dashboard/orders")],
  [["No customers yet"], () => shown(owner, "/store/dashboard/customers")],
  [["Settings updated"], () => sent(owner, "/store/dashboard/settings", { ...STORE })],
  [
    ["Failed to fetch partners", "Please try again later"],
    () => without("stores", () => shown(owner, PRODUCTS)),
  ],
  [["Failed to fetch products"], () => without("products", () => shown(owner, PRODUCTS))],
  [
    ["Product added", "The product has been added successfully"],
    () => product("add=1", { intent: "add", name: "Rice", price: "100" }),
  ],
  [
    ["Missing information", "Product name and price are required"],
    () => product("add=1", { intent: "add", name: "", price: "" }),
  ],
  [
    ["Failed to add product"],
    () => without("products", () => product("add=1", { intent: "add", name: "Rice", price: "1" }), "insert"),
  ],
  [
    ["Failed to update product"],
    () => {
      const form = { intent: "edit", version: "1", name: "Rice", price: "1" };
      return without("products", () => product(`edit=${productId}`, form), "update");
    },
  ],
  [
    ["Product updated", "The product has been updated successfully"],
    () => product(`edit=${productId}`, { intent: "edit", version: "1", name: "Rice", price: "100" }),
  ],
  [
    ["Failed to delete product"],
    () => without("products", () => product(`delete=${productId}`, { intent: "delete" }), "delete"),
  ],
  [
    [
      "Are you sure you want to delete this product? This action cannot be undone.",
      "Product deleted",
      "The product has been deleted successfully",
    ],
    async () =>
      (await shown(owner, `${PRODUCTS}?delete=${productId}`)) +
      (await product(`delete=${productId}`, { intent: "delete" })),
  ],
]);
