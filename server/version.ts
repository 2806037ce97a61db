/** The version of the product, from package.json alone. */
import packageJson from "../package.json" with { type: "json" };

export const VERSION = packageJson.version;
