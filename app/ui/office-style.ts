/**
 * The style of the back office, the store dashboard and bulk booking. It has the classes of all pages; site.css has only those of
 * public pages.
 */
import file from "./office.css?url";

/** The `links` of a layout route. The style follows the style of the site, which every page has. */
export const officeStyle = () => [{ rel: "stylesheet", href: file }];
