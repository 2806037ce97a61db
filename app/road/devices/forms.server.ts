/** The buttons on pages about riders' phones: the operation and the success message of each button. */
import { redirectDocument } from "react-router";
import { deviceCookie } from "../../access/rider-device.server.ts";
import { button, type Buttons } from "../../platform/http/form-action.server.ts";
import type { Admin } from "../../access/actor.ts";
import { drawQr } from "../../platform/barcodes.server.ts";
import { ENROL_PATH, enrolPath, showEnrolment } from "./enrolment.server.ts";
import { addPaper, removePaper } from "./papers.server.ts";
import type { ShownEnrolment } from "./phone-part.tsx";
import { revokeDevice } from "./revoke.server.ts";
import { setShiftPin } from "./shift.server.ts";
import { enrolPhone, type Enroller } from "./enrol.server.ts";

/** The buttons of the page that a phone opens with the QR code. */
export const ENROL_BUTTONS: Buttons<Enroller, Response> = {
  "": button({
    operation: enrolPhone,
    respond: async ({ token }, { services }) =>
      // The rider's page is a separate document, which the router cannot open.
      redirectDocument("/rider", {
        headers: { "Set-Cookie": await deviceCookie(services.secure).serialize(token) },
      }),
  }),
};

export const PHONE_BUTTONS: Buttons<Admin, { enrolment: ShownEnrolment }> = {
  enrol: button({
    operation: showEnrolment,
    respond: async ({ number, secret, endsAt }, { services }) => ({
      enrolment: {
        address: new URL(services.origin).host + ENROL_PATH,
        number,
        endsAt,
        qr: await drawQr(services.origin + enrolPath(secret)),
      },
    }),
  }),
  revoke: { operation: revokeDevice, done: "Phone revoked" },
  pin: { operation: setShiftPin, done: "Shift PIN saved" },
  paper: { operation: addPaper, done: "Paper added" },
  "remove-paper": { operation: removePaper, done: "Paper removed" },
};
