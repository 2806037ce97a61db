/** TRIP-20: what stands on the manifest of a run, and the papers it is printed on. Pure. */
import type { RunKind } from "../../domain/run.ts";

export type ManifestLine = {
  code: string;
  stop: number;
  name: string;
  address: string;
  town: string | null;
  state: string;
  phone: string;
  weightKg: number;
  /** It goes back to its sender. */
  returning: boolean;
  /** To be collected at the door, in kobo, once for each booking; null where nothing is, or another line has it. */
  doorKobo: number | null;
};

export type Manifest = {
  id: string;
  name: string;
  kind: RunKind;
  day: string;
  from: string;
  to: string | null;
  holder: string | null;
  driver: string | null;
  plate: string | null;
  lines: ManifestLine[];
  doorKobo: number;
};

export const MANIFEST_PAPERS = {
  a4: { name: "A4", css: "210mm 297mm", margin: "12mm" },
  roll: { name: "Roll 80 mm", css: "80mm auto", margin: "3mm" },
} as const;
export type ManifestPaper = keyof typeof MANIFEST_PAPERS;

export const manifestPaperOf = (params: URLSearchParams): ManifestPaper =>
  params.get("paper") === "roll" ? "roll" : "a4";
