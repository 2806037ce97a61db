import { useRouteLoaderData } from "react-router";
import type { PublicCompany } from "../../domain/company.ts";
import { unpackCompany } from "./packed.ts";

/** The company, from the root's data; all empty where the root itself could not be loaded. */
export const useCompany = (): PublicCompany => companyOf(useRouteLoaderData("root"));

/** The same, of that data. */
export const companyOf = (root: unknown): PublicCompany =>
  unpackCompany((root as { company?: string } | undefined)?.company);
