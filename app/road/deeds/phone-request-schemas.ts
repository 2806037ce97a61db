/** DEED-1: the schemas of a phone's requests about the rider's shift and about a receiver's PIN. Pure. */
import * as z from "zod";
import { plainField, uuidField } from "../../platform/http/fields.ts";
import type { PinSent, ShiftSent } from "./phone-requests.ts";

export const pinSchema = z.object({
  run: uuidField.nullable().catch(null),
  bookings: z.array(uuidField).min(1).max(100),
  pin: plainField().regex(/^\d{4}$/),
}) satisfies z.ZodType<PinSent>;

export const shiftSchema = z.discriminatedUnion("do", [
  z.object({ do: z.literal("begin"), pin: plainField().max(20) }),
  z.object({ do: z.literal("choose"), pin: plainField().max(20) }),
  z.object({ do: z.literal("end") }),
]) satisfies z.ZodType<ShiftSent>;
