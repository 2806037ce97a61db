/** HOME-3: the pages of the public navigation, with their labels. */
export const LINKS = [
  { to: "/", label: "Home" },
  { to: "/about", label: "About Us" },
  { to: "/book", label: "Book a Delivery" },
  { to: "/quote", label: "Prices" },
  { to: "/track", label: "Track Package" },
  { to: "/contact", label: "Contact Us" },
];
const STORES = { to: "/stores", label: "Partner Stores" };
/** The pages in the menu on wide screens. */
export const WIDE_LINKS = [...LINKS.slice(0, -1), STORES, ...LINKS.slice(-1)];
const FOOTER_LINKS = [...LINKS, STORES];
/** Returns the links of the footer. The page of locations needs at least one hub. */
export const footerLinks = (hubs: boolean) =>
  hubs ? [...FOOTER_LINKS, { to: "/locations", label: "Our Locations" }] : FOOTER_LINKS;
