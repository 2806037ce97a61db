/** Mutations of the pure rules in `app/domain/`. Longer than 250 lines because it is one list. */
import { mutationsOf, type Mutation } from "./mutation.ts";

export const DOMAIN_MUTATIONS: Mutation[] = [
  ...mutationsOf("app/domain/weight.ts", "app/domain/domain.test.ts", [
    ["BOOK-5", "if (kg > MAX_KG)", "if (kg > 2 * MAX_KG)"],
  ]),
  ...mutationsOf("app/domain/phone.ts", "app/domain/domain.test.ts", [
    [
      "BOOK-6",
      "if (parsed) return parsed.isValid() ? parsed.number : null;",
      "if (parsed) return parsed.number;",
    ],
  ]),
  ...mutationsOf("app/domain/same-place.ts", "app/domain/domain.test.ts", [
    ["BOOK-18", "  if (from.state !== to.state) return false;\n", ""],
  ]),
  ...mutationsOf("app/domain/delivery-days.ts", "app/domain/delivery-days.test.ts", [
    ["BOOK-4", "express: 2,", "express: 3,"],
  ]),
  ...mutationsOf("app/domain/promise.ts", "app/domain/promise.test.ts", [
    ["BOOK-22", "`Bring it by ${nearDay(day)}`", "`We pick up on ${nearDay(day)}`"],
  ]),
  ...mutationsOf("app/domain/first-mile.ts", "app/domain/first-mile.test.ts", [
    ["BOOK-31", 'step: "Drop-off",', 'step: "Pickup",'],
  ]),
  ...mutationsOf("app/domain/booking.ts", "app/domain/small-rules.test.ts", [
    ["BOOK-21", 'kg > MAX_DOCUMENT_KG ? "Parcel"', 'kg > 2 * MAX_DOCUMENT_KG ? "Parcel"'],
    ["STATUS-7", "of.promisedDay < today", "of.promisedDay <= today"],
  ]),
  ...mutationsOf("app/domain/failure-reasons.ts", "app/domain/small-rules.test.ts", [
    ["STATUS-6", 'code === "other"', 'code === "weather"'],
  ]),
  ...mutationsOf("app/domain/dates.ts", "app/domain/small-rules.test.ts", [
    ["SETTLE-4", "-((lagosClock(at).weekday + 6) % 7)", "-lagosClock(at).weekday"],
    ["WEB-10", "return at ? formatAdminDate(at) : day;", "return at ? formatDate(at) : day;"],
  ]),
  ...mutationsOf("app/domain/going-back.ts", "app/domain/small-rules.test.ts", [
    ["TRACK-12", "event.piece === null || event.piece === piece", "event.piece === piece"],
  ]),
  ...mutationsOf("app/domain/quiet-hours.ts", "app/domain/limits.test.ts", [
    ["TELL-7", "clock >= from || clock < to", "clock >= from"],
  ]),
  ...mutationsOf("app/domain/event-kinds.ts", "app/domain/limits.test.ts", [
    [
      "TRACK-4",
      "new Set<string>([...MONEY_EVENT_KINDS, ...CLAIM_EVENT_KINDS,",
      "new Set<string>([...CLAIM_EVENT_KINDS,",
    ],
  ]),
  ...mutationsOf("app/domain/pieces.ts", "app/domain/limits.test.ts", [
    ["PIECE-1", "pieces > 1 ?", "pieces > 0 ?"],
  ]),
  ...mutationsOf("app/domain/store-hours.ts", "app/domain/limits.test.ts", [
    ["STORE-7", "days <= 7;", "days < 7;"],
  ]),
  ...mutationsOf("app/domain/tracking-code.ts", "app/domain/tracking-code.test.ts", [
    ["TRACK-1", "[A-Z]{2}[0-9]{8,9}[A-Z]{2}|", "[A-Z]{2}[0-9]{8}[A-Z]{2}|"],
    ["COMPANY-5", "eight: codeBefore +", 'eight: "OD" +'],
  ]),
  ...mutationsOf("app/domain/codes-in-text.ts", "app/domain/tracking-code.test.ts", [
    ["STAFF-10", "from = at + written.length;", "from = at;"],
  ]),
  ...mutationsOf("app/domain/codes-in-text.ts", "app/domain/codes-in-text.test.ts", [
    ["TEXT-4", "code !== undefined && more.length === 0 ? code : null", "code ?? null"],
  ]),
  ...mutationsOf("app/domain/piece-code.ts", "app/domain/piece-code.test.ts", [
    ["PIECE-2", "(piece < 1 || piece > MAX_PIECES)) return [];", "piece < 1) return [];"],
    ["PIECE-3", "checkCharacter(letters) === found.at(DRAWN) ?", "found.at(DRAWN) ?"],
  ]),
  ...mutationsOf("app/domain/less-agreed.ts", "app/domain/less-agreed.test.ts", [
    ["CASH-15", "startOfLagosDay(askedAt), 2)", "startOfLagosDay(askedAt), 3)"],
  ]),
  ...mutationsOf("app/domain/receiver-question.ts", "app/domain/receiver-question.test.ts", [
    ["CHOICE-5", "return moved ? null : { event, reason };", "return { event, reason };"],
  ]),
  ...mutationsOf("app/domain/receiver-link-life.ts", "app/domain/receiver-question.test.ts", [
    ["RECEIVER-1", "= 30 * DAY_MS;", "= 31 * DAY_MS;"],
  ]),
  ...mutationsOf("app/domain/due-text.ts", "app/domain/due-clock.test.ts", [
    ["EXC-2", "Math.floor(Math.abs(minutes))", "Math.ceil(Math.abs(minutes))"],
  ]),
  ...mutationsOf("app/domain/destination-hub.ts", "app/domain/destination-hub.test.ts", [
    ["HUB-2", "return place.town === city ? TOWN : DISTRICT;", "return TOWN;"],
  ]),
  ...mutationsOf("app/domain/stop-place.ts", "app/domain/stop-place.test.ts", [
    ["TRIP-4", "`${at.phone} ${placeKey(at)}`", "`${at.phone}`"],
    [
      "TRIP-20",
      "wordsIn(address).includes(wordsIn(region)) ? address :",
      'wordsIn(address) === "" ? address :',
    ],
  ]),
  ...mutationsOf("app/domain/web-address.ts", "app/domain/web-address.test.ts", [
    ["MAIL-3", "if (WORDS.has(small)) return isSmall || goesOn;", "if (WORDS.has(small)) return goesOn;"],
  ]),
  ...mutationsOf("app/domain/refused-address.ts", "app/notifications/refused-addresses.operations.test.ts", [
    ["MAIL-1", 'return status === "550" ?', 'return status !== "" ?'],
  ]),
  ...mutationsOf("app/domain/refused-address.ts", "app/domain/refused-address.test.ts", [
    ["MAIL-5", '"5.1.10", "5.2.1"', '"5.1.10"'],
  ]),
  ...mutationsOf("app/domain/settlement.ts", "app/domain/settlement.properties.test.ts", [
    ["CASH-10", 'days === 0 ? "" :', 'days < 0 ? "" :'],
  ]),
  ...mutationsOf("app/domain/door-amount.ts", "app/domain/door-amount.test.ts", [
    ["COD-8", "const both = parts.length > 1 ?", "const both = parts.length > 2 ?"],
  ]),
  ...mutationsOf("app/domain/how-to-pay.ts", "app/domain/how-to-pay.test.ts", [
    ["PAY-10", 'return before.length > 0 ? before : ["call"];', "return before;"],
  ]),
  ...mutationsOf("app/domain/moved-day.ts", "app/domain/moved-day.test.ts", [
    ["STATUS-10", "const DAYS_KEPT = 7;", "const DAYS_KEPT = 6;"],
  ]),
  ...mutationsOf("app/domain/booking-state.ts", "app/domain/booking-state.properties.test.ts", [
    [
      "STATUS-9",
      "const counted = events.filter(({ id }) => !undone.has(id));",
      "const counted = events.filter(({ id }) => !undone.has(-id));",
    ],
  ]),
  ...mutationsOf("app/domain/booking-state.ts", "app/domain/deed-order.properties.test.ts", [
    ["CUSTODY-7", 'if (end && kind === "attempted" && phone)', 'if (end && kind === "attempted" && !phone)'],
  ]),
  ...mutationsOf("app/domain/dates.ts", "app/domain/dates.test.ts", [
    ["SCAN-5", "t.year === year ? `${t.day} ${t.monthName}`", "t.year !== year ? `${t.day} ${t.monthName}`"],
  ]),
  ...mutationsOf("app/domain/phone.ts", "app/domain/export-cells.test.ts", [
    ["STAFF-14", 'formatPhone(stored).replace(/^\\+/, "00")', "formatPhone(stored)"],
  ]),
  ...mutationsOf("app/domain/pieces.ts", "test/http/pieces.test.ts", [
    [
      "BOOK-30",
      "isHeavy = (kg: number): boolean => kg > HEAVY_KG;",
      "isHeavy = (kg: number): boolean => kg > 10 * HEAVY_KG;",
    ],
  ]),
  ...mutationsOf("app/domain/run.ts", "test/http/hubs.test.ts", [
    ["HUB-6", "export const LANE_HOURS = 24;", "export const LANE_HOURS = 25;"],
  ]),
  ...mutationsOf("app/domain/tracking-code.ts", "test/http/piece-labels.test.ts", [
    ["TRACK-2", ".toUpperCase()\n    .replace", ".trim()\n    .replace"],
  ]),
  ...mutationsOf("app/domain/booking.ts", "test/http/booking.test.ts", [
    ["BOOK-2", '"Same Day", promise', '"Same day", promise'],
  ]),
  ...mutationsOf("app/domain/business.ts", "app/money/businesses/businesses.operations.test.ts", [
    ["BUSINESS-9", "{ before: -3, after: 1, again: 14 }", "{ before: -2, after: 1, again: 14 }"],
  ]),
  ...mutationsOf("app/domain/erased.ts", "app/parcels/sender-decides/sender-decides.operations.test.ts", [
    ["CHOICE-6", "  receiverPhone: NOT_STORED,\n", ""],
  ]),
  ...mutationsOf("app/domain/stop-place.ts", "app/road/deeds/receivers.operations.test.ts", [
    [
      "DEED-3",
      'return `${state}/${foldAddress(town ?? "")}/${street || phone}`;',
      'return `${state}/${foldAddress(town ?? "")}/${phone}`;',
    ],
  ]),
  ...mutationsOf("app/domain/booking-state.ts", "app/parcels/bookings/bookings.operations.test.ts", [
    ["STATUS-1", "deliveredAt: status === DELIVERED ? new Date(last) : null,", "deliveredAt: null,"],
  ]),
  ...mutationsOf("app/domain/recognise-place.ts", "app/domain/domain.test.ts", [
    [
      "BOOK-7",
      'return { kind: "read", state, town: townIn(state, standing) };',
      'return { kind: "read", state, town: null };',
    ],
  ]),
  ...mutationsOf("app/domain/whatsapp.ts", "app/stores/orders/order-text.test.ts", [
    [
      "ORDER-1",
      "const whole = encodeURIComponent(text.toWellFormed());",
      "const whole = encodeURI(text.toWellFormed());",
    ],
  ]),
  ...mutationsOf("app/domain/order-destination.ts", "app/stores/orders/order-text.test.ts", [
    [
      "ORDER-7",
      "!deliveryAddress.includes(deliveryState) ? deliveryState : null",
      "deliveryAddress ? null : deliveryState",
    ],
  ]),
  ...mutationsOf("app/domain/event-follows.ts", "app/domain/event-follows.test.ts", [
    [
      "TRIP-9",
      "pin = false, opens = false } = EVENT_FACTS[event.kind];",
      "pin = false } = EVENT_FACTS[event.kind];\n  const opens = false;",
    ],
  ]),
];
