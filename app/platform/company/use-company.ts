import { useRouteLoaderData } from "react-router";
import type { PublicCompany } from "../../domain/company.ts";
import { unpackCompany } from "./packed.ts";

/** The company, from the root's data; all empty where the root itself could not be loaded. */
export const useCompany = (): PublicCompany => companyOf(useRouteLoaderData("root"));

/** A browser's page before: the error page of a lost network has no data of its own. */
let known: string | undefined;

/** The same, of that data. */
export function companyOf(root: unknown): PublicCompany {
  const packed = (root as { company?: string } | undefined)?.company;
  if (packed && !import.meta.env.SSR) known = packed;
  return unpackCompany(packed ?? known);
}
