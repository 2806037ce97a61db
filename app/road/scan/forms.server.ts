/** The buttons of the scan page: a scan and its undo, from its script one by one, and without JavaScript. */
import { data } from "react-router";
import { undoStatus } from "../../parcels/bookings/change-status.server.ts";
import type { Admin } from "../../access/actor.ts";
import { button, type Button, type Buttons } from "../../platform/http/form-action.server.ts";
import { refusalText } from "../../platform/http/result.ts";
import { scanParcel } from "./scan-parcel.server.ts";
import type { ScanResponse } from "./scan.ts";

type ScanData = ReturnType<typeof data<ScanResponse>>;

const shown: NonNullable<Button<Admin, ScanData>["shown"]> = ({ data: { errors }, init }, { rawValues }) =>
  data(
    {
      ok: false,
      code: rawValues["code"] ?? "",
      text: refusalText({ errors }),
      known: init?.status === 409,
      same: false,
      back: null,
    },
    init ?? {},
  );

export const SCAN_BUTTONS: Buttons<Admin, ScanData> = {
  "": button({
    operation: scanParcel,
    respond: (response): ScanData => data(response),
    shown,
  }),
  undo: button({
    operation: undoStatus,
    respond: ({ trackingCode }): ScanData =>
      data({
        ok: true,
        code: trackingCode,
        text: "Undone. The previous status is back.",
        known: true,
        same: false,
        back: null,
      }),
    shown,
  }),
};
