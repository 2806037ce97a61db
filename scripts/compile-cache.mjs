/**
 * Loaded before the product: Node.js stores the compiled modules, and ours without types, in .cache for the next start. An
 * entry is valid only for its source. If this user may not write there, nothing is stored.
 */
import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

enableCompileCache(fileURLToPath(new URL("../.cache/compiled", import.meta.url)));
