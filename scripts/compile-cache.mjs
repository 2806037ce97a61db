/**
 * Loaded before the product, so that it starts faster.
 *
 * - Node.js stores compiled modules in .cache. Our TypeScript modules are also stored with their types removed. An entry
 *   is valid only for the source from which it was made. If this user may not write to .cache, nothing is stored.
 * - Drizzle's package.json has 180 KB. Node.js parses it for each import of the package, and for each of its hundred
 *   modules, to find out if the module is an ES module. All of them are, so this is said in advance, and an import is
 *   resolved once. It saves almost a second.
 */
import { enableCompileCache, registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

enableCompileCache(fileURLToPath(new URL("../.cache/compiled", import.meta.url)));

const DRIZZLE = new URL("../node_modules/drizzle-orm/", import.meta.url).href;
const entries = new Map();
registerHooks({
  resolve(specifier, context, next) {
    if (/^\.\.?\/.*\.js$/.test(specifier) && context.parentURL?.startsWith(DRIZZLE))
      return { url: new URL(specifier, context.parentURL).href, format: "module", shortCircuit: true };
    if (!/^drizzle-orm(?:\/|$)/.test(specifier) || !context.conditions.includes("import"))
      return next(specifier, context);
    const found = entries.get(specifier) ?? next(specifier, context);
    entries.set(specifier, found);
    return { ...found, shortCircuit: true };
  },
});
