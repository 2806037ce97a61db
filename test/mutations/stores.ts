/** Mutations of the rules about stores, orders and store owners. Longer than 250 lines because it is one list. */
import { mutationsOf, type Mutation } from "./mutation.ts";

export const STORES_MUTATIONS: Mutation[] = [
  ...mutationsOf("app/stores/storefront/quantity-control.tsx", "test/e2e/aria-snapshots.test.ts", [
    ["STORE-2", "label ?? `Add to Cart: ${product.name}`", "label ?? product.name"],
  ]),
  ...mutationsOf("app/stores/storefront/delivery-cost.server.ts", "test/http/order-form.test.ts", [
    [
      "ORDER-9",
      "price.ok ? Math.min(best, price.totalKobo) : best",
      "price.ok ? price.totalKobo + 5000 : best",
    ],
  ]),
  ...mutationsOf("app/stores/registration/register-store.server.ts", "test/http/store-registration.test.ts", [
    ["OWNER-1", "  if (!parsed.success) return null;\n", "  if (parsed.success) return null;\n"],
  ]),
  ...mutationsOf("app/shells/store.tsx", "test/http/store-owners.test.ts", [
    [
      "OWNER-3",
      "stores.find((mine) => mine.slug === slug);",
      "(stores.find((mine) => mine.slug === slug) ?? stores[0]);",
    ],
  ]),
  ...mutationsOf(
    "app/stores/store-dashboard/my-stores.server.ts",
    "app/stores/store-dashboard/products.operations.test.ts",
    [
      [
        "OWNER-3",
        "return and(eq(stores.id, storeId), eq(stores.userId, owner.person.id));",
        "return and(eq(stores.id, storeId));",
      ],
    ],
  ),
  ...mutationsOf("app/stores/store-dashboard/store-settings.ts", "test/http/store-dashboard.test.ts", [
    [
      "OWNER-7",
      "else if (opens !== null && closes !== null && closes <= opens)",
      "else if (opens !== null && closes !== null && closes < 0)",
    ],
  ]),
  ...mutationsOf("app/stores/store-dashboard/export-orders.server.ts", "test/http/store-orders.test.ts", [
    ["OWNER-10", '        goods.get(row.id)?.join(", ") ?? "",\n', '        "",\n'],
  ]),
  ...mutationsOf("app/stores/moderation/change-visibility.server.ts", "test/http/admin-stores.test.ts", [
    ["OWNER-11", 'await notify(services, tx, { event: "store_hidden", about: { storeId: store.id } });', ""],
  ]),
  ...mutationsOf("app/stores/storefront/store-page.server.ts", "test/http/stores.test.ts", [
    [
      "STORE-3",
      "throw redirect(`/stores/${known}${url.search}`, 301);",
      "throw redirect(`/stores/${known}${url.search}`, 302);",
    ],
  ]),
  ...mutationsOf("app/stores/storefront/storefront.server.ts", "test/http/product-link.test.ts", [
    [
      "STORE-6",
      ".where(and(eq(products.id, id), eq(products.storeId, storeId), products.isActive));",
      ".where(and(eq(products.id, id), products.isActive));",
    ],
  ]),
  ...mutationsOf("app/stores/orders/place-order.server.ts", "test/http/stores.test.ts", [
    ["ORDER-2", "if (product.priceKobo !== priceKobo)", "if (product.priceKobo < priceKobo)"],
  ]),
  ...mutationsOf("app/stores/storefront/store.route.tsx", "test/http/stores.test.ts", [
    ["STORE-4", "shown.imageKey ?? store.imageKey", "shown.imageKey"],
  ]),
  ...mutationsOf(
    "app/stores/storefront/directory.server.ts",
    "app/stores/storefront/directory.operations.test.ts",
    [["HOME-1", ".where(and(isShown, gt(stores.activeProducts, 0)))\n", ".where(isShown)\n"]],
  ),
  ...mutationsOf(
    "app/stores/store-dashboard/change-products.server.ts",
    "app/stores/store-dashboard/products.operations.test.ts",
    [
      [
        "OWNER-5",
        '    if (product.version !== input.version) return refuse("conflict", "changed_meanwhile", product);\n',
        "",
      ],
    ],
  ),
  ...mutationsOf(
    "app/stores/store-dashboard/import-products.server.ts",
    "app/stores/store-dashboard/products.operations.test.ts",
    [["OWNER-6", "const error = faultText(row) ?? wrong ??", "const error = wrong ??"]],
  ),
  ...mutationsOf("app/stores/orders/place-order.server.ts", "app/stores/orders/orders.operations.test.ts", [
    ["ORDER-3", "        eq(products.storeId, storeId),\n", ""],
    ["STORE-5", "if (!product?.isActive || left === 0)", "if (!product || left === 0)"],
  ]),
  ...mutationsOf("app/stores/orders/order-text.ts", "app/stores/orders/order-text.test.ts", [
    ["ORDER-6", 'if (status === "new") return { label', 'if (status !== "cancelled") return { label'],
  ]),
  ...mutationsOf("app/stores/orders/order-progress.ts", "app/stores/orders/order-progress.test.ts", [
    ["ORDER-8", 'if (followedStatus && followedStatus !== FIRST_STATUS) return "left_store";\n', ""],
    [
      "ORDER-10",
      'const open = status === "confirmed" || status === "ready";',
      'const open = status !== "cancelled";',
    ],
  ]),
  ...mutationsOf(
    "app/stores/store-dashboard/next-order-steps.ts",
    "app/stores/store-dashboard/order-steps.test.tsx",
    [
      [
        "ORDER-4",
        'to === "new" || ORDER_STATUSES.indexOf(to) < ORDER_STATUSES.indexOf(order.status)',
        'to === "new"',
      ],
      ["ORDER-5", " && deliveryAddress !== null;", ";"],
      ["ORDER-5", 'trackingCode !== null && status !== "new" ? null : ', ""],
    ],
  ),
  ...mutationsOf("app/stores/store-dashboard/trend.ts", "app/stores/store-dashboard/trend.test.ts", [
    ["OWNER-4", "if (orders < LEAST_TO_COMPARE)", "if (orders < 0)"],
  ]),
];
