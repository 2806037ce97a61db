/** The figures of bench/WEB.md as text. */
import { line as tableLine } from "./report.ts";

export const NOT_MET = ", not met**";
/** A figure as text, marked if it misses its target. */
export const held = (text: string, met: boolean): string => (met ? text : `**${text}${NOT_MET}`);
export const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} KB`;
export const ms = (value: number): string => `${Math.round(value)} ms`;
export const table = (head: string[], rows: string[][]): string[] =>
  [head, head.map(() => "---"), ...rows].map(tableLine);
