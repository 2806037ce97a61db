/** STAFF-33: the data of a set-up of two-step sign-in, in a session. */
import { drawQr } from "../../platform/barcodes.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { appAddress, drawnFor } from "./codes.server.ts";
import type { SetUp } from "./set-up-part.tsx";

export async function shownSetUp(services: Services, sessionHash: Buffer, email: string): Promise<SetUp> {
  const { secret, recovery } = drawnFor(services.secret, sessionHash);
  const { name } = await services.company();
  return {
    secret: secret.replace(/(.{4})(?=.)/g, "$1 "),
    qr: await drawQr(appAddress(secret, name, email)),
    recovery,
  };
}
