/** SCAN-6: a scan in any mode. The operation of the mode checks the permission and the idempotency key. */
import { staff } from "../../access/by.server.ts";
import type { Admin } from "../../access/actor.ts";
import type { AnyOperation } from "../../platform/operations/operation.server.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { askAtCounter, handOut } from "./counter-scan.server.ts";
import { countScan } from "./count-scan.server.ts";
import { findScan } from "./find-scan.server.ts";
import { handToRun } from "./hand-over-scan.server.ts";
import { loadScan } from "./load-scan.server.ts";
import { receiveScan } from "./receive-scan.server.ts";
import { returnScan } from "./return-scan.server.ts";
import { anyScan } from "./scan-form.ts";
import type { ScanMode } from "./scan-modes.ts";
import { scanParcel } from "./scan-parcel.server.ts";
import type { ScanDone } from "./scan.ts";

type Scanning = AnyOperation<Admin, ScanDone>;
type Sent = { mode: ScanMode } & Record<string, unknown>;

const BY_MODE: Record<Exclude<ScanMode, "hand_over">, Scanning> = {
  receive: receiveScan,
  load: loadScan,
  return: returnScan,
  find: findScan,
  status: scanParcel,
  count: countScan,
};

/**
 * Returns the operation for a scan. For a hand-over at the counter without a name, this is the operation that asks for
 * the recipient's name.
 */
function operationOf({ mode, run, to, person }: Sent): Scanning {
  if (mode !== "hand_over") return BY_MODE[mode];
  if (to === "run" || (!to && run)) return handToRun;
  return typeof person === "string" && person.trim() !== "" ? handOut : askAtCounter;
}

export const scanAny = operation({
  name: "scan.any",
  by: staff("readBookings"),
  input: anyScan,
  perform: ({ services, actor, key }, sent) =>
    operationOf(sent).receive(services, actor, sent, key ?? crypto.randomUUID()),
});
