import { useRouteLoaderData } from "react-router";
import type { PublicCompany } from "../../domain/company.ts";
import { unpackCompany } from "./packed.ts";

/** Returns the company's facts from the root route's data. All facts are empty if the root route failed to load. */
export const useCompany = (): PublicCompany => companyOf(useRouteLoaderData("root"));

/** The company's facts that the browser last received. An error page without a network gets no data and uses them. */
let known: string | undefined;

export function companyOf(root: unknown): PublicCompany {
  const packed = (root as { company?: string } | undefined)?.company;
  if (packed && !import.meta.env.SSR) known = packed;
  return unpackCompany(packed ?? known);
}
