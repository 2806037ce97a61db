/** The style of back office, store dashboard and bulk booking. It has the classes of all pages; site.css lacks some. */
import file from "./office.css?url";

/** Returns the `links` of a layout route. This style comes after the style of the site, which every page has. */
export const officeStyle = () => [{ rel: "stylesheet", href: file }];
