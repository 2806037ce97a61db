import { useRouteLoaderData } from "react-router";
import type { PublicCompany } from "../../domain/company.ts";
import { unpackCompany } from "./packed.ts";

/** The company, from the root's data; all empty if the root itself failed to load. */
export const useCompany = (): PublicCompany => companyOf(useRouteLoaderData("root"));

/** The browser's last known company, because the error page of a lost network has no data of its own. */
let known: string | undefined;

/** The company in this data. */
export function companyOf(root: unknown): PublicCompany {
  const packed = (root as { company?: string } | undefined)?.company;
  if (packed && !import.meta.env.SSR) known = packed;
  return unpackCompany(packed ?? known);
}
