/** The table of all buttons about a booking. */
import { data } from "react-router";
import { everybody, staff } from "../../access/by.server.ts";
import type { Admin, Customer, Guest } from "../../access/actor.ts";
import { BOOKING_STATUSES, BOOKING_STATUS_LABELS, FIRST_STATUS } from "../../domain/delivery-status.ts";
import { button, type FormButton, type Buttons } from "../../platform/http/form-action.server.ts";
import { actionError, formUnlessGone, type SentForm } from "../../platform/http/form.server.ts";
import { refusalText, refuse, type Refusal } from "../../platform/http/result.ts";
import { MAIL_AGAIN } from "../../people/refused-mail/mail-again.server.ts";
import { partKey } from "../../platform/operations/operation-key.server.ts";
import { formatNaira } from "../../domain/money.ts";
import { readableTrackingCode } from "../../domain/tracking-code.ts";
import { sessionContext } from "../../access/principal-context.ts";
import { bookedToast, goOnAfterBooking } from "./after-booking.server.ts";
import { eraseReceiver } from "./erase-receiver.server.ts";
import { endChoiceByDispatch } from "../receiver-choices/end-by-dispatch.server.ts";
import { priceButton } from "./booking-price.server.ts";
import { changeStatus } from "./change-status.server.ts";
import { cancelBooking } from "./cancel-booking.server.ts";
import { correctOwnBooking } from "./correct-own-booking.server.ts";
import { nearDay } from "../../domain/promise.ts";
import { setNewDay } from "./set-new-day.server.ts";
import { linkSticker } from "./link-sticker.server.ts";
import { noteBooking } from "./note-booking.server.ts";
import { bookAtCounter, createBooking } from "./create-booking.server.ts";
import { correctBooking } from "./correct-booking.server.ts";
import { NOT_CANCELLED, NOT_CORRECTED } from "./messages.ts";
import { SHOW_PRICE, type PriceShown } from "./show-price.ts";
import { CHECK_IT, notChanged, type ChangeResponse } from "./status-response.ts";

export type ChangeData = ReturnType<typeof data<ChangeResponse>>;

type Shown = NonNullable<FormButton<Admin, ChangeData>["shown"]>;

/**
 * Returns the response to a refused change. A status change has no `title`; its response has `conflict` instead, which
 * is true if another person has changed the booking meanwhile.
 */
const shownAs =
  (title?: string): Shown =>
  (refused, { rawValues }) => {
    const { errors } = refused.data;
    const response = notChanged(rawValues["id"] ?? "", refusalText({ errors }));
    const more = title === undefined ? { conflict: refused.init?.status === 409 } : { title };
    return data({ ...response, errors, ...more }, refused.init ?? {});
  };

export const shownBookingPage = shownAs();

/** The status button on the booking's page, in the panel, and in a row of the dispatch list. */
export const statusButton = button({
  operation: changeStatus,
  respond: ({ changed, version, trackingCode }, { form }): ChangeData => {
    const { id = "", status: chosen } = form.rawValues;
    const status = BOOKING_STATUSES.find((known) => known === chosen) ?? FIRST_STATUS;
    const label = BOOKING_STATUS_LABELS[status];
    if (!changed) {
      const text = `${readableTrackingCode(trackingCode)} is ${label} already. Nothing was changed, and no email was sent.`;
      return data({ ...notChanged(id, text), ok: true, title: "Nothing to change" });
    }
    return data({
      id,
      ok: true,
      title: "Status Updated",
      text: `Booking status changed to ${label}: ${readableTrackingCode(trackingCode)}`,
      done: [{ id, version, status, trackingCode }],
      back: [{ id, version, status }],
      undoKey: partKey(form.key, "undo"),
    });
  },
  shown: shownBookingPage,
  failed: CHECK_IT,
});

/** Shows the form of a refused correction again, with the old and the new price in kobo. */
const withOffer = (refusal: Refusal, form: SentForm) => {
  const { before, after } = refusal.about ?? {};
  const offered = refusal.about && { offeredBefore: String(before), offeredAfter: String(after) };
  return actionError(refusal, { ...form, rawValues: { ...form.rawValues, ...offered } });
};

/** STAFF-30: saves the team's note. */
const noteButton = button({
  operation: noteBooking,
  respond: ({ changed, trackingCode }, { form }): ChangeData =>
    data({
      ...notChanged(form.rawValues["id"] ?? "", readableTrackingCode(trackingCode)),
      ok: true,
      title: changed ? "Note saved" : "Nothing to change",
    }),
  shown: shownAs("The note was not saved"),
  failed: CHECK_IT,
});

/** PIECE-6: links a sticker to a piece. */
const stickerButton = button({
  operation: linkSticker,
  respond: ({ changed, sticker }, { form }): ChangeData =>
    data({
      ...notChanged(form.rawValues["id"] ?? "", sticker),
      ok: true,
      title: changed ? "Sticker linked" : "Nothing to change",
    }),
  shown: shownAs("The sticker was not linked"),
  failed: CHECK_IT,
});

/** MAIL-5: tries a refused email address again. */
const mailAgainButton = button({ ...MAIL_AGAIN, shown: shownAs("The address was not tried again") });

/** STATUS-10: sets a new day. */
const newDayButton = button({
  operation: setNewDay,
  respond: ({ changed, trackingCode, day }, { form }): ChangeData =>
    data({
      ...notChanged(
        form.rawValues["id"] ?? "",
        `${readableTrackingCode(trackingCode)} is now said for ${nearDay(day)}.`,
      ),
      ok: true,
      title: changed ? "New day set" : "Nothing to change",
    }),
  shown: shownAs("The day was not set"),
  failed: CHECK_IT,
});

/** RECEIVER-10: erases the receiver. */
const eraseButton = button({
  operation: eraseReceiver,
  done: ({ changed }) => ({
    tone: changed ? "good" : "plain",
    title: changed ? "The receiver is erased" : "The receiver was erased before",
  }),
  shown: shownAs("Nothing was erased"),
  failed: CHECK_IT,
});

/**
 * The buttons of staff's page of a booking. If a correction changes the price, staff choose the old or the new price.
 */
export const BOOKING_BUTTONS: Buttons<Admin, ChangeData> = {
  "": statusButton,
  note: noteButton,
  sticker: stickerButton,
  "new-day": newDayButton,
  "erase-receiver": eraseButton,
  "mail-again": mailAgainButton,
  "end-choice": button({ operation: endChoiceByDispatch, done: "The choice is ended" }),
  correct: button({
    operation: correctBooking,
    done: ({ changed }) => ({
      tone: changed ? "good" : "plain",
      title: changed ? "Booking corrected" : "Nothing to correct",
      text: changed ? "We email the sender what you corrected." : "No field was changed.",
    }),
    refused: (refusal, form) => {
      const { errors } = refusal;
      if (errors["id"] || errors["version"])
        return actionError(refuse("invalid", "Load the page again, then correct the booking."), form);
      return withOffer(refusal, form);
    },
    failed: NOT_CORRECTED,
  }),
};

/** BOOK-27, BOOK-28: the buttons of the page on which senders change their booking. */
export const OWN_BUTTONS: Buttons<Customer | Guest> = {
  "": button({
    operation: correctOwnBooking,
    done: ({ changed }) => ({
      tone: changed ? "good" : "plain",
      title: changed ? "Saved" : "Nothing changed",
      text: changed ? "We emailed you what changed." : "You did not change any field.",
    }),
    to: ({ trackingCode }) => `/track?code=${trackingCode}`,
    refused: withOffer,
    failed: NOT_CORRECTED,
  }),
  cancel: button({
    operation: cancelBooking,
    done: ({ paidKobo, isBrought }) => ({
      tone: "good",
      title: "Parcel cancelled",
      text:
        paidKobo > 0
          ? `We pay back the ${formatNaira(paidKobo)} that you paid.`
          : isBrought
            ? "Do not bring it."
            : "We do not pick it up.",
    }),
    to: ({ trackingCode }) => `/track?code=${trackingCode}`,
    failed: NOT_CANCELLED,
  }),
};

/** The buttons of the booking form. After a booking, after-booking.server.ts redirects the sender (BOOK-12). */
export const BOOK_BUTTONS: Buttons<Customer | Guest, PriceShown | Response> = {
  "": button({
    operation: createBooking,
    respond: ({ trackingCode: code }, { services, request, context, form }) =>
      goOnAfterBooking(services, request, context.get(sessionContext), {
        code,
        orderId: form.rawValues["order"],
      }),
    refused: formUnlessGone,
  }),
  [SHOW_PRICE]: priceButton(everybody),
};

export const COUNTER_BUTTONS: Buttons<Admin, PriceShown> = {
  "": button({
    operation: bookAtCounter,
    done: ({ trackingCode }) => bookedToast(trackingCode),
    to: ({ trackingCode }) => `/admin/bookings/${trackingCode}`,
  }),
  [SHOW_PRICE]: priceButton(staff("bookForCustomer")),
};
