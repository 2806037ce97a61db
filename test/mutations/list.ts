import { CARE_MUTATIONS } from "./care.ts";
import { COMPANY_MUTATIONS } from "./company.ts";
import { DEVELOPERS_MUTATIONS } from "./developers.ts";
import { DOMAIN_MUTATIONS } from "./domain.ts";
import { MONEY_MUTATIONS } from "./money.ts";
import { PARCEL_MUTATIONS } from "./parcels.ts";
import { PEOPLE_MUTATIONS } from "./people.ts";
import { PLATFORM_MUTATIONS } from "./platform.ts";
import { ROAD_MUTATIONS } from "./road.ts";
import { STORES_MUTATIONS } from "./stores.ts";
import type { Mutation } from "./mutation.ts";

export const MUTATIONS: Mutation[] = [
  ...PEOPLE_MUTATIONS,
  ...PARCEL_MUTATIONS,
  ...MONEY_MUTATIONS,
  ...CARE_MUTATIONS,
  ...COMPANY_MUTATIONS,
  ...DEVELOPERS_MUTATIONS,
  ...DOMAIN_MUTATIONS,
  ...PLATFORM_MUTATIONS,
  ...ROAD_MUTATIONS,
  ...STORES_MUTATIONS,
];
