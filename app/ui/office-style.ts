/** The style of the back office and the store dashboard: site.css and the parts that site.css leaves out. */
import file from "./office.css?url";

/** The style link for a layout route (`links`). It comes after the style of the site, which every page has. */
export const officeStyle = () => [{ rel: "stylesheet", href: file }];
