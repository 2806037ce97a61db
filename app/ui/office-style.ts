/** The style of the back office and the store dashboard: everything that site.css leaves out, and what it has. */
import file from "./office.css?url";

/** The `links` of a layout route. It comes after the style of the site, which every page has. */
export const officeStyle = () => [{ rel: "stylesheet", href: file }];
