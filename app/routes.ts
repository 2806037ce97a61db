/** Every URL of the product, grouped under its guard: the table of contents. A route outside the public group has a guard. */
import { index, layout, route, type RouteConfig } from "@react-router/dev/routes";

const book = "bookings/book.route.tsx";

export default [
  layout("shells/public.tsx", [
    index("marketing/home.route.tsx"),
    route("about", "marketing/about.route.tsx"),
    route("book", book, { id: "book" }),
    route("booking", book, { id: "booking" }),
    route("track", "tracking/track.route.tsx"),
    route("contact", "contact/contact.route.tsx"),
    route("login", "accounts/login.route.tsx"),
    route("signup", "accounts/signup.route.tsx"),
    route("auth-callback", "accounts/auth-callback.route.tsx"),
    route("reset-password", "accounts/reset-password.route.tsx"),
    route("stores", "stores/stores.route.tsx"),
    route("stores/:slug", "stores/store.route.tsx"),
    route("orders/:viewToken", "orders/order.route.tsx"),
    route("offline", "offline/offline.route.tsx"),
    route("store/signup", "stores/store-signup.route.tsx"),
    route("store/login", "stores/store-login.route.tsx"),
    route("store/registration-success", "stores/registration-success.route.tsx"),
    route("mailbox", "mail/mailbox.route.tsx"),
    route("*", "marketing/not-found.route.tsx"),
  ]),

  layout("shells/customer.tsx", [
    route("complete-profile", "accounts/complete-profile.route.tsx"),
    route("profile", "accounts/profile.route.tsx"),
    route("profile/export.json", "accounts/export-own-data.route.ts"),
  ]),

  // Public, without a frame.
  route("auth/login", "accounts/old-path.route.ts", { id: "old-login" }),
  route("auth/signup", "accounts/old-path.route.ts", { id: "old-signup" }),
  route("live/track", "tracking/live-track.route.ts"),
  route("orders/:viewToken/chat", "orders/order-chat.route.ts"),
  route("live/order/:viewToken", "orders/live-order.route.ts"),
  route("pictures/:key", "files/picture.route.ts"),
  route("mailbox.json", "mail/mailbox-json.route.ts"),
  route("mailbox/:id", "mail/mailbox-mail.route.ts"),
  route("manifest.webmanifest", "offline/manifest.route.ts"),
  route("robots.txt", "marketing/robots.route.ts"),
  route("sitemap.xml", "marketing/sitemap.route.ts"),
  route("unlock", "site-lock/unlock.route.ts"),
  route("logout", "accounts/logout.route.ts"),
  route("admin/login", "accounts/admin-login.route.tsx"),
  ...(import.meta.env.DEV ? [route("dev/ui", "ui/dev-ui.route.tsx")] : []),

  layout("shells/admin.tsx", [
    route("admin", "admin-dashboard/dashboard.route.tsx"),
    route("admin/bookings", "bookings/admin-bookings.route.tsx"),
    route("admin/bookings/export.csv", "bookings/admin-export.route.ts"),
    route("admin/bookings/:code", "bookings/admin-booking.route.tsx"),
    route("admin/customers", "customers/admin-customers.route.tsx"),
    route("admin/contacts", "contact/admin-contacts.route.tsx"),
    route("live/admin", "live/live-admin.route.ts"),
    route("admin/logout", "accounts/admin-logout.route.ts"),
    route("admin/personal-settings", "accounts/personal-settings.route.tsx"),
    route("admin/site-lock", "site-lock/site-lock.route.tsx"),

    layout("shells/super-admin.tsx", [
      route("admin/settings", "admin-team/admin-team.route.tsx"),
      route("admin/activity-logs", "activity-log/activity-logs.route.tsx"),
      route("admin/activity-logs/export.csv", "activity-log/export-logs.route.ts"),
    ]),
  ]),

  layout("shells/store.tsx", [
    route("store/dashboard", "stores/dashboard-overview.route.tsx"),
    route("store/dashboard/products", "stores/dashboard-products.route.tsx"),
    route("store/dashboard/products/import", "stores/dashboard-import.route.tsx"),
    route("store/dashboard/products/export", "stores/products-export.route.ts"),
    route("store/dashboard/pictures", "stores/upload-picture.route.ts"),
    route("store/dashboard/orders", "orders/store-orders.route.tsx"),
    route("store/dashboard/customers", "orders/store-customers.route.tsx"),
    route("store/dashboard/settings", "stores/dashboard-settings.route.tsx"),
    route("store/logout", "accounts/store-logout.route.ts"),
    route("live/store", "orders/live-store.route.ts"),
  ]),
] satisfies RouteConfig;
