/** The style of back office, store dashboard and bulk booking: the classes of all pages, unlike site.css. */
import file from "./office.css?url";

/** The `links` of a layout route. This style comes after the site's style, which every page has. */
export const officeStyle = () => [{ rel: "stylesheet", href: file }];
