/** API-7: the labels of bookings, for the key's owner. */
import { and, eq, inArray } from "drizzle-orm";
import * as z from "zod";
import { apiClient } from "../../access/by.server.ts";
import type { ApiClient } from "../../access/actor.ts";
import { trackingCodesIn } from "../../domain/codes-in-text.ts";
import { findWaybills } from "../../parcels/waybills/read-waybills.server.ts";
import { MOST_WAYBILLS } from "../../parcels/waybills/waybill.ts";
import { apiBookings, bookings } from "../../platform/db/schema.ts";
import { plainField } from "../../platform/http/fields.ts";
import { reading } from "../../platform/operations/reading.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { ofKeyOwner } from "./api-booking.server.ts";
import { endpoint, type Answer, type ApiProblem } from "./endpoint.ts";
import { labelsPdf } from "./label-pdf.server.ts";
import { refuse } from "./messages.ts";
import { refused } from "./problem.ts";
import { labelQuery } from "./schemas.ts";

/** Reads the labels of the key owner's bookings in the order of the codes. Refuses other codes as not found. */
export const readLabelsByApi = reading({
  name: "bookings.read_labels_by_api",
  by: apiClient("read"),
  input: z.object({ codes: plainField().max(4000) }),
  read: async ({ services, actor }, { codes }) => {
    const asked = trackingCodesIn(codes);
    if (asked.length > MOST_WAYBILLS) return refuse("invalid", "too_many_labels", { most: MOST_WAYBILLS });
    const own = services.db
      .select({ id: bookings.id })
      .from(bookings)
      .leftJoin(apiBookings, eq(apiBookings.bookingId, bookings.id))
      .where(and(inArray(bookings.trackingCode, asked.length > 0 ? asked : [""]), ofKeyOwner(actor)));
    const found = await findWaybills(
      services,
      inArray(bookings.id, own),
      asked.map((code) => ({ code, piece: null })),
    );
    if (found.waybills.length === 0 || found.unknown.length > 0) return refuse("not_found", "no_labels");
    if (found.later.length > 0) return refuse("invalid", "too_many_labels", { most: MOST_WAYBILLS });
    return { ok: true as const, labels: found.waybills };
  },
});

async function answer(services: Services, client: ApiClient, codes: string): Promise<Answer | ApiProblem> {
  const found = await readLabelsByApi.receive(services, client, { codes }, "");
  if (!found.ok) return refused(found);
  const bytes = await labelsPdf(found.labels, (await services.company()).name);
  return { status: 200, bytes, type: "application/pdf", name: "labels.pdf" };
}

const success = {
  status: 200,
  media: "application/pdf",
  text: "A PDF in A6, a page for each piece.",
} as const;

export const LABEL_ENDPOINTS = [
  endpoint({
    method: "get",
    path: "/bookings/{code}/label",
    id: "getLabel",
    tag: "Labels",
    summary: "Print the label of a booking",
    access: "read",
    problems: [404],
    success,
    handle: ({ services, caller, path }) => answer(services, caller, path["code"] ?? ""),
  }),
  endpoint({
    method: "get",
    path: "/labels",
    id: "getLabels",
    tag: "Labels",
    summary: "Print the labels of several bookings, in the order of their codes",
    access: "read",
    query: labelQuery,
    problems: [404, 422],
    success,
    handle: ({ services, caller, query }) => answer(services, caller, query.codes),
  }),
];
