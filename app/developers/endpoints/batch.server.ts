/** API-6: up to 500 bookings in one request. Each booking has its own result. */
import type { ApiClient } from "../../access/actor.ts";
import { partKey } from "../../platform/operations/operation-key.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { bookOne } from "./bookings.server.ts";
import { endpoint, type ApiProblem } from "./endpoint.ts";
import { NEW_BOOKING_EXAMPLE } from "./examples.ts";
import { checkSent } from "./problem.ts";
import { batchResult, MOST_IN_API_BATCH, newBatch, apiNewBooking } from "./schemas.ts";

/** A batch makes this number of bookings at a time, so that pages still get database connections. */
const AT_ONCE = 2;

type Result = {
  index: number;
  status: number;
  booking: object | null;
  replayed: boolean;
  problem: Record<string, unknown> | null;
};

/**
 * Makes the booking at one place of a batch. The booking's idempotency key is made from the batch's key and the place,
 * so a batch that is sent twice makes each booking once.
 */
async function bookAt(
  services: Services,
  client: ApiClient,
  sent: unknown,
  { key, index }: { key: string; index: number },
): Promise<Result> {
  const checked = checkSent(apiNewBooking, sent, "body");
  const done =
    "problem" in checked
      ? checked
      : await bookOne(services, client, checked.value, partKey(key, `row ${index}`));
  if ("problem" in done) return { index, ...refusedRow(done) };
  return {
    index,
    status: done.replayed ? 200 : 201,
    booking: done.json,
    replayed: done.replayed,
    problem: null,
  };
}

const refusedRow = ({ problem: { status, code, detail, errors, more } }: ApiProblem) => ({
  status,
  booking: null,
  replayed: false,
  problem: { status, code, detail, ...(errors && { errors }), ...more },
});

export const BATCH_ENDPOINTS = [
  endpoint({
    method: "post",
    path: "/bookings/batch",
    id: "createBookings",
    tag: "Bookings",
    summary: `Book up to ${MOST_IN_API_BATCH} deliveries`,
    text: "Good bookings are made and others are refused, each with its own result. Sent again with the same idempotency key, a batch goes on where it stopped.",
    access: "write",
    key: "required",
    bodyLimit: 2 * 1024 * 1024,
    body: newBatch,
    examples: {
      two: { bookings: [NEW_BOOKING_EXAMPLE, { ...NEW_BOOKING_EXAMPLE, reference: "order-1043" }] },
    },
    problems: [409, 422],
    success: {
      status: 200,
      schema: batchResult,
      text: "A result for each booking, in the order in which they were sent.",
    },
    handle: async ({ services, caller, body, key }) => {
      const results: Result[] = [];
      let next = 0;
      const work = async () => {
        for (let index = next++; index < body.bookings.length; index = next++)
          results[index] = await bookAt(services, caller, body.bookings[index], { key, index });
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      const refusals = results.filter(({ problem }) => problem !== null).length;
      return { status: 200, json: { results, booked: results.length - refusals, refused: refusals } };
    },
  }),
];
