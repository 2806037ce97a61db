/** STAFF-14: declares a download for staff. */
import type * as z from "zod";
import { recordActivity, type Activity } from "./record-activity.server.ts";
import type { Tx } from "../platform/db/client.server.ts";
import type { Refusal } from "../platform/http/result.ts";
import { operation } from "../platform/operations/operation.server.ts";
import type { Services } from "../platform/services.server.ts";
import { staff } from "./by.server.ts";
import type { Permission } from "./permissions.ts";

type Export<Schema extends z.ZodType, Found, Read> = {
  /** The name has the form `area.verb`. */
  name: string;
  /** The required permission; by default `exportData`. */
  by?: Permission;
  /** The filter of the exported list, which comes from the page's URL. */
  input: Schema;
  on?: (tx: Tx, input: z.output<Schema>) => Promise<Found | Refusal>;
  /** The log entry contains no name of a customer. */
  logged: (input: z.output<Schema>, found: Found) => Omit<Activity, "action">;
  read: (services: Services, input: z.output<Schema>, found: Found) => Read;
};

/** Makes the operation that records an export. Returns the function that reads the exported rows. */
export const staffExport = <Schema extends z.ZodType, Read, Found = undefined>(
  declared: Export<Schema, Found, Read>,
) =>
  operation({
    name: declared.name,
    by: staff(declared.by ?? "exportData"),
    keyless: true,
    input: declared.input,
    on: ({ tx }, input) => Promise.resolve(declared.on?.(tx, input) as Found | Refusal),
    run: async ({ services, tx, actor, at }, input, found: Found) => {
      await recordActivity(tx, actor, at, { action: "export", ...declared.logged(input, found) });
      return { ok: true, read: () => declared.read(services, input, found) };
    },
  });
