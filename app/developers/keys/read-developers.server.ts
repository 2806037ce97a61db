import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { listApiKeys, type KeyMaker } from "./keys.server.ts";

/** The data of the page with keys of a person, or of their store. */
export const readDevelopers = async (services: Services, maker: KeyMaker, storeId = "") => ({
  keys: await listApiKeys(services, maker, storeId),
  formKey: newIdempotencyKey(),
  testMode: services.sandbox !== null,
});
