/** Makes the actor of a rider's phone, which has no session. */
import type { Rider } from "./actor.ts";

/** Makes a rider of a phone. The caller must have just looked up the phone's device. */
export function riderOf(ip: string, device: Pick<Rider, "id" | "name" | "hubId" | "deviceId">): Rider {
  return { kind: "rider", ip, ...device } as Rider;
}
