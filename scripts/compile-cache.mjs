/**
 * Loaded before the product: Node.js keeps the compiled modules, and the types stripped from ours, in .cache for the next start.
 * An entry counts only for the same source, and where this user may not write nothing is kept.
 */
import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

enableCompileCache(fileURLToPath(new URL("../.cache/compiled", import.meta.url)));
