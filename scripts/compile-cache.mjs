/**
 * Loaded before the product: makes Node.js store the compiled modules, and our modules with their types removed, in
 * .cache for the next start. An entry is valid only for the source from which it was made. If this user may not write
 * to .cache, nothing is stored.
 */
import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

enableCompileCache(fileURLToPath(new URL("../.cache/compiled", import.meta.url)));
