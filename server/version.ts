/** The version of the product. It is stated only in package.json. */
import packageJson from "../package.json" with { type: "json" };

export const VERSION = packageJson.version;
