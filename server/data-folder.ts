import * as fs from "node:fs";
import { dirname } from "node:path";
import { StartRefused } from "./refusal.ts";

/** Refuses the start, in one line, where DATA_DIR is no writable folder and cannot become one. Creates nothing. */
export function requireFolder(dataDir: string): void {
  try {
    let known = dataDir;
    while (!fs.existsSync(known)) known = dirname(known);
    if (!fs.statSync(known).isDirectory()) throw new Error(`${known} is a file, not a folder`);
    fs.accessSync(known, fs.constants.W_OK | fs.constants.X_OK);
  } catch (error) {
    throw new StartRefused(`DATA_DIR ${dataDir} cannot be used: ${(error as Error).message}`);
  }
}
