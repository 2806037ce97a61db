import * as fs from "node:fs";
import { dirname } from "node:path";
import { StartRefused } from "../refusal.ts";

const MEGABYTE = 1024 ** 2;
/** The free space that a first start needs. An empty database, its log and the sample pictures take half of it. */
const FIRST_START_MB = 200;

/** Returns DATA_DIR, or if it does not exist, its nearest existing parent folder. */
export function nearestFolder(dataDir: string): string {
  let known = dataDir;
  while (!fs.existsSync(known)) known = dirname(known);
  return known;
}

/** Refuses the start if DATA_DIR is no writable folder and cannot be created as one. Creates nothing. */
export function requireFolder(dataDir: string): void {
  try {
    const known = nearestFolder(dataDir);
    if (!fs.statSync(known).isDirectory()) throw new Error(`${known} is a file, not a folder`);
    fs.accessSync(known, fs.constants.W_OK | fs.constants.X_OK);
  } catch (error) {
    throw new StartRefused(`DATA_DIR ${dataDir} cannot be used: ${(error as Error).message}`);
  }
}

/** RUN-18: refuses the first start of an embedded database if the disk has too little space. */
export function requireSpace(dataDir: string): void {
  const { bavail, bsize } = fs.statfsSync(nearestFolder(dataDir));
  const free = Math.floor((bavail * bsize) / MEGABYTE);
  if (free < FIRST_START_MB)
    throw new StartRefused(
      `the disk of DATA_DIR ${dataDir} has ${free} MB free, and a first start needs ${FIRST_START_MB} MB: make room, or set DATA_DIR to a folder on another disk.`,
    );
}
