/** Every URL of the product, grouped under its guard: the table of contents. A route outside the public group has a guard. */
import { index, layout, route, type RouteConfig } from "@react-router/dev/routes";

const book = "bookings/book.route.tsx";

export default [
  layout("shells/public.tsx", [
    index("marketing/home.route.tsx"),
    route("about", "marketing/about.route.tsx"),
    route("book", book, { id: "book" }),
    route("booking", book, { id: "booking" }),
    route("quote", "prices/quote.route.tsx"),
    route("track", "tracking/track.route.tsx"),
    route("waybill/:code", "waybills/sender-waybill.route.tsx"),
    route("contact", "contact/contact.route.tsx"),
    route("login", "auth/login.route.tsx"),
    route("signup", "auth/signup.route.tsx"),
    route("auth-callback", "auth/auth-callback.route.tsx"),
    route("reset-password", "auth/reset-password.route.tsx"),
    route("stores", "storefront/stores.route.tsx"),
    route("stores/:slug", "storefront/store.route.tsx"),
    route("orders/:viewToken", "orders/order.route.tsx"),
    route("offline", "offline/offline.route.tsx"),
    route("store/signup", "store-registration/store-signup.route.tsx"),
    route("store/login", "store-registration/store-login.route.tsx"),
    route("store/registration-success", "store-registration/registration-success.route.tsx"),
    route("mailbox", "platform/mail/mailbox.route.tsx"),
    route("*", "marketing/not-found.route.tsx"),
  ]),

  layout("shells/customer.tsx", [
    route("complete-profile", "profile/complete-profile.route.tsx"),
    route("profile", "profile/profile.route.tsx"),
    route("profile/export.json", "profile/export-own-data.route.ts"),
  ]),

  // Public, without a frame.
  route("auth/login", "auth/old-path.route.ts", { id: "old-login" }),
  route("auth/signup", "auth/old-path.route.ts", { id: "old-signup" }),
  route("live/track", "tracking/live-track.route.ts"),
  route("orders/:viewToken/chat", "orders/order-chat.route.ts"),
  route("live/order/:viewToken", "orders/live-order.route.ts"),
  route("pictures/:key", "platform/files/picture.route.ts"),
  route("mailbox.json", "platform/mail/mailbox-json.route.ts"),
  route("mailbox/:id", "platform/mail/mailbox-mail.route.ts"),
  route("manifest.webmanifest", "offline/manifest.route.ts"),
  route("robots.txt", "marketing/robots.route.ts"),
  route("sitemap.xml", "marketing/sitemap.route.ts"),
  route("unlock", "site-lock/unlock.route.ts"),
  route("logout", "auth/logout.route.ts"),
  route("admin/login", "staff/admin-login.route.tsx"),
  ...(import.meta.env.DEV ? [route("dev/ui", "ui/dev-ui.route.tsx")] : []),

  layout("shells/admin.tsx", [
    route("admin", "dashboard/dashboard.route.tsx"),
    route("admin/bookings", "bookings/admin-bookings.route.tsx"),
    route("admin/bookings/export.csv", "bookings/admin-export.route.ts"),
    route("admin/bookings/:code", "bookings/admin-booking.route.tsx"),
    route("admin/scan", "scan/scan.route.tsx"),
    route("admin/scan/one", "scan/scan-one.route.ts"),
    route("admin/waybills", "waybills/admin-waybills.route.tsx"),
    route("admin/customers", "customers/admin-customers.route.tsx"),
    route("admin/contacts", "contact/admin-contacts.route.tsx"),
    route("admin/prices", "prices/admin-prices.route.tsx"),
    route("admin/prices/:id", "prices/admin-price-list.route.tsx"),
    route("admin/prices/:id/:file", "prices/price-list-export.route.ts"),
    route("live/admin", "dashboard/live-admin.route.ts"),
    route("admin/logout", "staff/admin-logout.route.ts"),
    route("admin/personal-settings", "staff/personal-settings.route.tsx"),
    route("admin/site-lock", "site-lock/site-lock.route.tsx"),

    layout("shells/super-admin.tsx", [
      route("admin/settings", "staff/admin-team.route.tsx"),
      route("admin/activity-logs", "activity-log/activity-logs.route.tsx"),
      route("admin/activity-logs/export.csv", "activity-log/export-logs.route.ts"),
    ]),
  ]),

  layout("shells/store.tsx", [
    route("store/dashboard", "store-office/dashboard-overview.route.tsx"),
    route("store/dashboard/products", "store-office/dashboard-products.route.tsx"),
    route("store/dashboard/products/import", "store-office/dashboard-import.route.tsx"),
    route("store/dashboard/products/export", "store-office/products-export.route.ts"),
    route("store/dashboard/pictures", "store-office/upload-picture.route.ts"),
    route("store/dashboard/orders", "store-office/store-orders.route.tsx"),
    route("store/dashboard/waybills", "waybills/store-waybills.route.tsx"),
    route("store/dashboard/customers", "store-office/store-customers.route.tsx"),
    route("store/dashboard/settings", "store-office/dashboard-settings.route.tsx"),
    route("store/logout", "auth/store-logout.route.ts"),
    route("live/store", "store-office/live-store.route.ts"),
  ]),
] satisfies RouteConfig;
