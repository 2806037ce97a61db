/** DEVICE-3: begins and ends a shift for the phone. The response's format is in road/deeds/protocol.ts. */
import { data } from "react-router";
import type { Route } from "./+types/shift.route";
import { deviceContext } from "../../access/phone-context.ts";
import { servicesContext } from "../../platform/context.ts";
import { plainInput } from "../../text/plain-input.ts";
import type { Rider } from "../../access/actor.ts";
import type { Refusal, Result } from "../../platform/http/result.ts";
import type { Services } from "../../platform/services.server.ts";
import { shiftSchema } from "../deeds/phone-request-schemas.ts";
import type { ShiftAnswer, ShiftSent } from "../deeds/phone-requests.ts";
import { beginShift, choosePin, endShift } from "./shift.server.ts";

export function loader() {
  throw data("There is nothing to read here.", { status: 404 });
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const { rider } = context.get(deviceContext);
  const sent = shiftSchema.safeParse(plainInput(await request.json().catch(() => null)));
  if (!sent.success) throw data("Send a JSON object of the protocol.", { status: 400 });
  const done = await doAsked(services, rider, sent.data);
  const serverTime = services.now().getTime();
  const answer: ShiftAnswer = done.ok
    ? { ok: true, serverTime, shiftEnds: done.shiftEnds?.getTime() ?? null }
    : { ok: false, serverTime, ...whyNot(done) };
  return Response.json(answer, { status: done.ok ? 200 : 403 });
}

function doAsked(services: Services, rider: Rider, asked: ShiftSent): Promise<Result<{ shiftEnds?: Date }>> {
  if (asked.do === "end") return endShift(services, rider, {});
  const { pin } = asked;
  return asked.do === "begin" ? beginShift(services, rider, { pin }) : choosePin(services, rider, { pin });
}

const REASONS = {
  wrong_pin: "wrong_pin",
  wait: "wait",
  no_pin: "no_pin",
  bad_pin: "pin",
  has_pin: "wrong_pin",
} as const;

function whyNot({ reason = "", retryAfterSeconds }: Refusal) {
  const why = Object.hasOwn(REASONS, reason) ? REASONS[reason as keyof typeof REASONS] : ("device" as const);
  return { why, ...(retryAfterSeconds !== undefined && { waitSeconds: retryAfterSeconds }) };
}
