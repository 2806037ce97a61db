import { MONEY_MUTATIONS } from "./money.ts";
import type { Mutation } from "./mutation.ts";
import { PARCEL_MUTATIONS } from "./parcels.ts";
import { PEOPLE_MUTATIONS } from "./people.ts";

export const MUTATIONS: Mutation[] = [...PEOPLE_MUTATIONS, ...PARCEL_MUTATIONS, ...MONEY_MUTATIONS];
