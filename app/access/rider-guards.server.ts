/**
 * DEVICE-5: the guards of requests from the rider's phone. Each guard responds in the protocol's format
 * (road/deeds/rider-day.ts), so that the page on the phone can show the reason.
 */
import type { MiddlewareFunction, RouterContext } from "react-router";
import { ipContext, servicesContext } from "../platform/context.ts";
import { deviceContext, senderContext, shiftContext } from "./phone-context.ts";
import { readDevice, type Device } from "./rider-device.server.ts";

type Refused = { status: number; why: "device" | "shift" | "revoked" } | null;

function guard<Admitted extends Device>(
  refusal: (device: Device) => Refused,
  into: RouterContext<Admitted>,
): MiddlewareFunction<Response> {
  return async ({ request, context }, next) => {
    const services = context.get(servicesContext);
    const device = await readDevice(services, request, context.get(ipContext));
    const refused = device ? refusal(device) : { status: 401, why: "device" as const };
    if (!device || refused) return refuse(services.now(), device, refused!);
    context.set(into, device as Admitted);
    const response = await next();
    response.headers.set("Cache-Control", "no-store");
    return response;
  };
}

function refuse(now: Date, device: Device | null, { status, why }: NonNullable<Refused>): Response {
  const answer = {
    serverTime: now.getTime(),
    why,
    ...(device?.gone && { by: device.gone.by }),
    ...(why === "shift" && device && { rider: device.rider.name, needsPin: device.needsPin }),
  };
  return Response.json(answer, { status, headers: { "Cache-Control": "no-store" } });
}

const isGone = ({ gone }: Device): Refused => (gone ? { status: 403, why: "revoked" } : null);

export const sendersOnly = guard(() => null, senderContext);
export const devicesOnly = guard(isGone, deviceContext);
export const shiftsOnly = guard(
  (device) => isGone(device) ?? (device.shift ? null : { status: 401, why: "shift" }),
  shiftContext,
);
