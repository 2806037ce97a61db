/**
 * Mutations of the rules about bookings, custody, claims, receivers and riders. Longer than 250 lines because it is
 * one list.
 */
import { mutationsOf, type Mutation } from "./mutation.ts";

const PARCELS = "app/parcels";
const BOOKINGS = `${PARCELS}/bookings`;
const CLAIMS = "app/care/claims";
const RUNS = "app/road/runs";
const ENTRIES = "app/road/entries";
const DEEDS = "app/road/deeds";

export const PARCEL_MUTATIONS: Mutation[] = [
  ...mutationsOf(`${PARCELS}/taking-back/newer.server.ts`, `${ENTRIES}/undo-entry-cash.operations.test.ts`, [
    ["TRIP-17", 'if (settled) return { why: "cash_settled", settled };', ""],
  ]),
  ...mutationsOf(`${CLAIMS}/decide-claim.server.ts`, `${CLAIMS}/frozen-settlements.operations.test.ts`, [
    ["CLAIM-4", "frozenTo: claim.frozenFrom === null ? null : await letGoOf(tx, claim.bookingId),", ""],
  ]),
  ...mutationsOf(`${PARCELS}/claiming/not-received.server.ts`, `${CLAIMS}/claims.operations.test.ts`, [
    [
      "CLAIM-3",
      'if (at > (await tellableUntil(tx, { id, deliveredAt }))) return refuse("conflict", "too_late");',
      "",
    ],
    ["CLAIM-3", 'return refuse("conflict", "told_before");', "{}"],
    ["CLAIM-3", "Math.max(row?.at?.getTime() ?? 0, deliveredAt.getTime())", "deliveredAt.getTime()"],
  ]),
  ...mutationsOf(
    `${PARCELS}/claiming/open-claim.server.ts`,
    `${CLAIMS}/frozen-settlements.operations.test.ts`,
    [["CLAIM-3", 'kind === "not_received" ? await freezeOf(tx, bookingId) : null', "null"]],
  ),
  ...mutationsOf(`${CLAIMS}/lock-claim.server.ts`, `${CLAIMS}/claims.operations.test.ts`, [
    ["CLAIM-2", "if (row.version === version) return", "if (true) return"],
  ]),
  ...mutationsOf(`${CLAIMS}/new-claim.server.ts`, `${CLAIMS}/claim-desk.operations.test.ts`, [
    ["CLAIM-1", "saidAt: message.createdAt", "saidAt: at"],
  ]),
  ...mutationsOf(`${CLAIMS}/new-claim.server.ts`, `${CLAIMS}/claim-desk.operations.test.ts`, [
    ["CLAIM-1", "if (!isNew) await addToClaim(tx, id);", ""],
  ]),
  ...mutationsOf(`${CLAIMS}/new-claim.server.ts`, `${CLAIMS}/claim-desk.operations.test.ts`, [
    ["CLAIM-1", 'if (message.claimId) return refuse("conflict", "message_linked");', ""],
  ]),
  ...mutationsOf("app/domain/deed-order.ts", "app/domain/booking-state.properties.test.ts", [
    ["CUSTODY-6", '  "receiver",\n  "set",\n', '  "set",\n  "receiver",\n'],
  ]),
  ...mutationsOf(`${BOOKINGS}/booking-limits.server.ts`, `${BOOKINGS}/same-form.operations.test.ts`, [
    ["BOOK-17", '...(actor.kind === "guest"', '...(actor.kind === "admin"'],
    [
      "BOOK-17",
      "for (const [n, count] of counts.entries())\n    if (!count.ok)",
      "for (const [n, count] of counts.entries())\n    if (false)",
    ],
    ["BOOK-17", "return known ? `${email} ${known.id}` : email;", "return email;"],
  ]),
  ...mutationsOf(`${BOOKINGS}/create-booking.server.ts`, `${BOOKINGS}/same-form.operations.test.ts`, [
    ["BOOK-8", "  firstUses: findBookings,\n", "  firstUses: () => Promise.resolve([]),\n"],
    [
      "BOOK-8",
      "return rows.map(({ trackingCode, ...kept })",
      "return rows.slice(1).map(({ trackingCode, ...kept })",
    ],
  ]),
  ...mutationsOf(
    `${BOOKINGS}/lock-while-sender-holds.server.ts`,
    `${BOOKINGS}/own-booking.operations.test.ts`,
    [["BOOK-27", "if (booking.status === FIRST_STATUS && taken.length === 0)", "if (taken.length === 0)"]],
  ),
  ...mutationsOf(`${BOOKINGS}/cancel-booking.server.ts`, `${BOOKINGS}/own-booking.operations.test.ts`, [
    ["BOOK-27", "await dropPrice(work, account, label);", ""],
    ["BOOK-27", "reason: CANCELLED, set: { orderId: null } }", "reason: CANCELLED, set: {} }"],
  ]),
  ...mutationsOf(
    `${BOOKINGS}/lock-while-sender-holds.server.ts`,
    `${PARCELS}/custody/read-pieces.operations.test.ts`,
    [
      [
        "CUSTODY-5",
        "booking.status === FIRST_STATUS && taken.length === 0",
        "booking.status === FIRST_STATUS",
      ],
    ],
  ),
  ...mutationsOf(
    `${BOOKINGS}/cancel-booking.server.ts`,
    `${PARCELS}/custody/read-pieces.operations.test.ts`,
    [["CUSTODY-5", 'await endRunPlaces(tx, await piecesOf(tx, booking.id), "removed", at);', ""]],
  ),
  ...mutationsOf(`${BOOKINGS}/correct-own-booking.server.ts`, `${BOOKINGS}/own-booking.operations.test.ts`, [
    ["BOOK-28", "if (before.labelPrintedAt)", "if (false)"],
    ["BOOK-28", "if (booking.version !== version)", "if (false)"],
    [
      "BOOK-28",
      'if (price && "code" in price) return price;',
      'if (price && "code" in price) return { ok: true, changed: false, priced: false, trackingCode: code };',
    ],
  ]),
  ...mutationsOf(`${BOOKINGS}/change-status.server.ts`, `${BOOKINGS}/bookings.operations.test.ts`, [
    ["STATUS-3", "booking.version === version\n", "true\n"],
  ]),
  ...mutationsOf("app/domain/custody.ts", "app/domain/custody.properties.test.ts", [
    ["CUSTODY-1", "!oneSided && reverses === null", "reverses === null"],
    ["CUSTODY-1", "reverses === null && !reversed.has(id)", "reverses === null"],
    ["CUSTODY-1", "})).at(-1);", "})).at(0);"],
    ["CUSTODY-6", "rank: rankOfHolder(to.kind)", "rank: 0"],
  ]),
  ...mutationsOf("app/domain/deed-order.ts", "app/domain/deed-order.properties.test.ts", [
    ["CUSTODY-6", "        a.at - b.at ||\n", ""],
    ["CUSTODY-6", "most = each.step = Math.max(most, each.step);", "most = each.step;"],
  ]),
  ...mutationsOf(
    `${PARCELS}/custody/deliver-by-hand.server.ts`,
    `${PARCELS}/custody/custody.operations.test.ts`,
    [
      ["CUSTODY-3", "!heldSince || heldSince <= occurredAt", "true"],
      ["CUSTODY-3", '!moved.includes(piece) && piece.holderKind === "hub"', "false"],
    ],
  ),
  ...mutationsOf(
    `${PARCELS}/custody/move-pieces.server.ts`,
    `${PARCELS}/custody/custody.operations.test.ts`,
    [["CUSTODY-1", "      reverses: reverses ?? null,\n", "      reverses: null,\n"]],
  ),
  ...mutationsOf(
    `${PARCELS}/taking-back/newer.server.ts`,
    `${PARCELS}/taking-back/taking-back.operations.test.ts`,
    [
      ["ACT-2", 'if (closed) return { why: "run_closed", run: closed.name };', ""],
      ["ACT-2", 'if (kind) return { why: "newer_act", kind };', ""],
    ],
  ),
  ...mutationsOf(`${CLAIMS}/decide-claim.server.ts`, `${CLAIMS}/claims.operations.test.ts`, [
    ["CLAIM-4", 'if (claim.decidedAt) return refuse("conflict", "not_open");', ""],
    ["CLAIM-5", "if (grantedKobo > leftKobo)", "if (false)"],
    ["CLAIM-5", ", ne(claims.id, id)));", ", eq(claims.id, id)));"],
    ["CLAIM-5", 'if (grantedKobo > 0 && outcome === "refused")', "if (false)"],
    ["CLAIM-5", 'if (state !== "to_pay")', "if (false)"],
  ]),
  ...mutationsOf(`${PARCELS}/claiming/open-claim.server.ts`, `${CLAIMS}/claims.operations.test.ts`, [
    ["CLAIM-1", "if (open) return { id: open.id, isNew: false };", ""],
  ]),
  ...mutationsOf(`${PARCELS}/proof/proof-rule.ts`, `${PARCELS}/proof/proof-rule.test.ts`, [
    ["PROOF-1", "booking.doorKobo > 0 || isPrecious", "isPrecious"],
    ["PROOF-1", "!booking.returning && (proofRule", "(proofRule"],
    ["PROOF-1", "takenBy !== null && pictures.length > 0;", "pictures.length > 0;"],
  ]),
  ...mutationsOf(`${PARCELS}/proof/check-pin.server.ts`, `${PARCELS}/proof/proofs.operations.test.ts`, [
    ["PROOF-2", "drawn.filter(({ wrongPins }) => wrongPins < PIN_TRIES)", "drawn"],
    ["PROOF-2", "await countWrong(tx, wrong);", ""],
    ["PROOF-2", "sql`${bookings.receiverPhone} in (${own})`,", ""],
  ]),
  ...mutationsOf(
    `${PARCELS}/receiver-choices/choose.server.ts`,
    `${PARCELS}/receiver-choices/choices.operations.test.ts`,
    [
      ["CHOICE-1", 'if (!choosing.days.includes(day)) return refuse("invalid", "unknown_day");', ""],
      ["CHOICE-1", 'if (!hub) return refuse("invalid", "unknown_hub");', "if (!hub) return { ok: true };"],
      ["CHOICE-2", "await leavePlannedRuns(work, choosing, (planned) => planned === day);", ""],
    ],
  ),
  ...mutationsOf("app/domain/event-follows.ts", "app/domain/event-follows.test.ts", [
    ["TELL-1", 'message ?? (questionAfter(event) && "could_not_deliver")', "message"],
    ["RECEIVER-4", "mail, message, pin = false, opens", "mail, message, pin = true, opens"],
  ]),
  ...mutationsOf(`${PARCELS}/messages/spend.server.ts`, `${PARCELS}/messages/reports.operations.test.ts`, [
    ["TELL-6", "and (${ceilingKobo} = 0 or ${messageMonths.spentKobo} + ${kobo} <= ${ceilingKobo})", ""],
  ]),
  ...mutationsOf(`${RUNS}/may-be-loaded.server.ts`, `${ENTRIES}/run-deeds.operations.test.ts`, [
    ["TRIP-7", "if (asksPaid && unpaid.length > 0)", "if (false)"],
    ["TRIP-7", "if (sum <= floatLimitKobo) return null;", "return null;"],
    ["TRIP-7", "const held = Math.max(0, balanceKobo);", "const held = 0;"],
    ["TRIP-7", "      !isOnAccount(one.paysDelivery) &&\n", ""],
  ]),
  ...mutationsOf(`${RUNS}/load-run.server.ts`, `${RUNS}/runs.operations.test.ts`, [
    ["TRIP-5", "if (differs && (!note || !person))", "if (false)"],
    [
      "TRIP-5",
      'if (there.length === 0 && run.kind !== "pickup") return refuse("invalid", "nothing_loaded");',
      "",
    ],
    ["TRIP-5", "if (missing.length > 0) await leaveBehind(work, run, missing, said);", ""],
  ]),
  ...mutationsOf(`${RUNS}/assign-pieces.server.ts`, `${RUNS}/runs.operations.test.ts`, [
    ["TRIP-3", 'if (holderKind === "receiver") return "delivered";', ""],
    ["TRIP-3", 'return withSender && status === FIRST_STATUS ? "not picked up yet" : null;', "return null;"],
  ]),
  ...mutationsOf(`${DEEDS}/take-back.server.ts`, `${DEEDS}/undo-deeds.operations.test.ts`, [
    ["DEED-10", "return passed > CORRECT_MS;", "return false;"],
    ["DEED-10", "  if (newer) {\n", "  if (false) {\n"],
  ]),
  ...mutationsOf(`${PARCELS}/taking-back/put-back.server.ts`, `${DEEDS}/take-back.operations.test.ts`, [
    ["DEED-10", 'outcomes: ["not_picked_up"] }', 'outcomes: ["removed"] }'],
    ["DEED-10", "set outcome = 'not_picked_up', ended_at = failed.at", "set stop = stop"],
  ]),
  ...mutationsOf(`${DEEDS}/carry-out-deed.server.ts`, `${DEEDS}/undo-deeds.operations.test.ts`, [
    ["DEED-10", "if (row?.riderId !== actor.id) return null;", "if (!row) return null;"],
  ]),
  ...mutationsOf(`${DEEDS}/told.server.ts`, `${DEEDS}/told.operations.test.ts`, [
    ["DEED-13", "await tx.insert(toldPieces).values(rows);\n}\n\n/** Marks", "void rows;\n}\n\n/** Marks"],
  ]),
  ...mutationsOf(`${PARCELS}/bulk/batches.server.ts`, `${PARCELS}/bulk/bulk-of-business.operations.test.ts`, [
    ["BUSINESS-2", "sql`(${bookingBatches.businessId} is null or exists", "sql`(true or exists"],
  ]),
  ...mutationsOf(
    `${PARCELS}/bulk/same-rows-question.server.ts`,
    `${PARCELS}/bulk/bulk-of-business.operations.test.ts`,
    [["BULK-6", "eq(bookingBatches.businessId, batch.businessId)", "undefined"]],
  ),
  ...mutationsOf(
    `${PARCELS}/bulk/who-sees-batch-money.server.ts`,
    `${PARCELS}/bulk/bulk-of-business.operations.test.ts`,
    [["BUSINESS-2", 'return member !== null && memberMay(member.role, "seeMoney");', "return true;"]],
  ),
  ...mutationsOf("server/backup/backup-recount.ts", "server/backup/backup-recount.operations.test.ts", [
    ["RUN-22", 'say("reports by rider", (await client.query<Difference>(RIDER_NUMBERS)).rows);', ""],
  ]),
  ...mutationsOf("app/parcels/bookings/booking-notices.tsx", "test/e2e/aria-snapshots.test.ts", [
    ["BOOK-11", '<Link\n            to="/signup"', '<Link\n            to="/login"'],
  ]),
  ...mutationsOf("app/parcels/bookings/after-booking.server.ts", "test/e2e/booking.test.ts", [
    ["BOOK-12", "bookedChat(await services.company(), code)", 'bookedChat(await services.company(), "")'],
  ]),
  ...mutationsOf("app/parcels/bookings/booking-waybill.tsx", "test/e2e/booking.test.ts", [
    ["BOOK-19", "origin ? placeText(origin) : stateLabel", 'origin ? "" : stateLabel'],
  ]),
  ...mutationsOf("app/parcels/bookings/booking-steps.tsx", "test/e2e/booking-steps.test.ts", [
    ["BOOK-20", "return open < 0 ? LAST : open;", "return LAST;"],
  ]),
  ...mutationsOf("app/parcels/bookings/create-booking.server.ts", "test/e2e/booking.test.ts", [
    ["STAFF-15", '"bookings" as const,', ""],
  ]),
  ...mutationsOf("app/parcels/bookings/book.route.tsx", "test/e2e/send-queue.test.ts", [
    [
      "WEB-7",
      "if (offline && (await enqueueBooking(input)))",
      "if (offline && !(await enqueueBooking(input)))",
    ],
  ]),
  ...mutationsOf("app/parcels/bookings/link-sticker.server.ts", "test/http/piece-labels.test.ts", [
    [
      "PIECE-6",
      '    if (!before) return refuse("invalid", "no_such_piece");\n    if (before.sticker === sticker)',
      '    if (!before) return refuse("invalid", "no_such_piece");\n    if (before.sticker !== sticker)',
    ],
  ]),
  ...mutationsOf("app/parcels/dispatch/found.route.ts", "test/http/office.test.ts", [
    ["STAFF-31", "const MOST = 5;", "const MOST = 99;"],
  ]),
  ...mutationsOf("app/parcels/messages/list-messages.server.ts", "test/http/told-receivers.test.ts", [
    ["TELL-11", "    words.state ? eq(state, words.state) : undefined,\n", ""],
  ]),
  ...mutationsOf("app/parcels/tracking/track.route.tsx", "test/http/booking.test.ts", [
    [
      "TRACK-5",
      'problem: { title: "Error", text: "Please enter a tracking code" } }, 400);',
      'problem: { title: "Error", text: "Please enter a tracking code" } }, 200);',
    ],
  ]),
  ...mutationsOf("app/parcels/tracking/who-sees-receipt.server.ts", "test/http/booking.test.ts", [
    [
      "TRACK-9",
      "const sends = own || (await sentFromHere(services, request, session, trackingCode)) !== null;",
      'const sends = own || (await sentFromHere(services, request, session, trackingCode)) !== "";',
    ],
  ]),
  ...mutationsOf("app/parcels/tracking/tracking-limits.ts", "test/http/tracking-guesses.test.ts", [
    [
      "TRACK-6",
      'rateLimit("trackingMissesPerBrowserStrict", 2, 10 * MINUTE)',
      'rateLimit("trackingMissesPerBrowserStrict", 20, 10 * MINUTE)',
    ],
  ]),
  ...mutationsOf("app/parcels/bookings/admin-booking.route.tsx", "test/http/office.test.ts", [
    [
      "STAFF-8",
      'throw data("No booking has this code.", { status: 404 });',
      'throw data("No booking has this code.", { status: 400 });',
    ],
  ]),
  ...mutationsOf("app/parcels/receiver-link/pin-code.server.ts", "test/http/receiver-code.test.ts", [
    ["TELL-12", "          lt(receiverLinks.codeTries, TRIES),\n", ""],
  ]),
  ...mutationsOf("app/parcels/waybills/read-waybills.server.ts", "test/http/waybills.test.ts", [
    [
      "WAYBILL-3",
      "const first = asked.slice(0, MOST_WAYBILLS);",
      "const first = asked.slice(0, 2 * MOST_WAYBILLS);",
    ],
  ]),
  ...mutationsOf("app/parcels/waybills/waybill-link.server.ts", "test/http/waybills.test.ts", [
    [
      "WAYBILL-2",
      "return own || (await sentFromHere(services, request, session, code)) ?",
      'return own || code !== "" ?',
    ],
  ]),
  ...mutationsOf("app/parcels/bookings/change-status.server.ts", "test/http/same-key.test.ts", [
    ["STATUS-4", "  if (booking.status === change.status) return notChanged(booking);\n", ""],
  ]),
  ...mutationsOf("app/parcels/my-bookings/my-bookings.tsx", "test/http/profile.test.ts", [
    ["PROFILE-2", "const ADDRESS_CHARACTERS = 30;", "const ADDRESS_CHARACTERS = 60;"],
  ]),
  ...mutationsOf("app/parcels/my-bookings/my-bookings.server.ts", "test/http/profile.test.ts", [
    [
      "PROFILE-1",
      ".where(and(eq(bookings.customerId, person.id), inArray(bookings.status, OPEN_STATUSES)))",
      ".where(and(person.id ? undefined : eq(bookings.customerId, person.id), inArray(bookings.status, OPEN_STATUSES)))",
    ],
  ]),
  ...mutationsOf("app/parcels/bookings/receiver-chats.server.ts", "test/http/receiver-question.test.ts", [
    ["CHOICE-7", '!may(admin.role, "answerForReceiver") || (', "("],
  ]),
  ...mutationsOf("app/parcels/bookings/change-status.server.ts", "test/http/office.test.ts", [
    ["STAFF-7", "booking.version !== change.version ||", "booking.version === change.version ||"],
  ]),
  ...mutationsOf("app/parcels/dispatch/booking-conditions.server.ts", "test/http/office.test.ts", [
    ["STAFF-18", "addDays(to, 1)", "addDays(to, 2)"],
  ]),
  ...mutationsOf("app/parcels/bookings/more-fields.tsx", "test/http/pieces.test.ts", [
    ["BOOK-1", "&& !business && !isOpen) return value;", "&& !business && !isOpen) return null;"],
  ]),
  ...mutationsOf("app/parcels/bookings/booking-form.tsx", "test/http/booking.test.ts", [
    ["BOOK-13", 'senderName: "Sender: Full name"', 'senderName: "Name of a person"'],
  ]),
  ...mutationsOf("app/parcels/bookings/booking-form.tsx", "test/http/quoted-booking.test.ts", [
    ["BOOK-16", "<Button intent={SHOW_PRICE} variant", '<Button intent={"other"} variant'],
  ]),
  ...mutationsOf("app/parcels/receiver-link/not-expected.server.ts", "test/http/receiver-extras.test.ts", [
    ["RECEIVER-8", "and(eq(receiverLinks.bookingId, bookingId), eq(", "and(eq("],
  ]),
  ...mutationsOf("app/parcels/tracking/parcel-panel.tsx", "test/http/booking.test.ts", [
    ["TRACK-3", "const from = placeText(parcel.origin);", "const from = placeText(parcel.destination);"],
  ]),
  ...mutationsOf(
    "app/parcels/bookings/rows-a-day.server.ts",
    "app/parcels/bookings/rows-a-day.operations.test.ts",
    [
      [
        "API-4",
        "sql`select ${userId} union all select s.id from ${stores} s where s.user_id = ${userId}`,",
        "sql`select ${userId}`,",
      ],
    ],
  ),
  ...mutationsOf(
    "app/parcels/bookings/find-referrer.server.ts",
    "app/parcels/bookings/bookings.operations.test.ts",
    [
      [
        "BOOK-9",
        'return own ? refuse("invalid", "own_referral") : { id: referrer.id };',
        "return { id: referrer.id };",
      ],
    ],
  ),
  ...mutationsOf(
    "app/parcels/bookings/write-booking.server.ts",
    "app/parcels/bookings/bookings.operations.test.ts",
    [["BOOK-10", 'customerId: actor.kind === "customer" ? actor.person.id : null,', "customerId: null,"]],
  ),
  ...mutationsOf("app/parcels/bulk/batch-payment.ts", "app/parcels/bulk/batch-payment.test.ts", [
    ["BULK-7", ".filter((payer) => !isOnAccount(payer))", ""],
  ]),
  ...mutationsOf("app/parcels/bulk/bulk-mails.server.tsx", "app/parcels/bulk/bulk.operations.test.ts", [
    [
      "BULK-7",
      ".orderBy(asc(bookingBatchRows.row));\n  if (rows.length === 0) return null;",
      ".orderBy(asc(bookingBatchRows.row));\n  if (rows.length > 0) return null;",
    ],
  ]),
  ...mutationsOf("app/parcels/bulk/choose-pickup.server.ts", "app/parcels/bulk/pickup.operations.test.ts", [
    [
      "BULK-10",
      ".set({ sender: { ...batch.sender, pickupDay, pickupHalf }, updatedAt: at })",
      ".set({ sender: { ...batch.sender, pickupDay }, updatedAt: at })",
    ],
  ]),
  ...mutationsOf("app/parcels/bulk/batches.server.ts", "app/parcels/bulk/bulk.operations.test.ts", [
    ["BULK-1", 'if (storeId !== "" && !store) return refuse("not_found", "not_your_store");', ""],
  ]),
  ...mutationsOf(
    "app/parcels/less-agreed/answer-less.server.ts",
    "app/parcels/less-agreed/less-agreed.operations.test.ts",
    [["CASH-16", "if (!less || lessUntil(less.askedAt) < at)", "if (!less)"]],
  ),
  ...mutationsOf(
    "app/parcels/custody/read-pieces.server.ts",
    "app/parcels/custody/read-pieces.operations.test.ts",
    [["CUSTODY-4", "sql`(exists (select from ${hubs} h where h.active) or ${handedOver})`,", "undefined,"]],
  ),
  ...mutationsOf(
    "app/parcels/regular-pickups/ask-pickup.server.ts",
    "app/parcels/regular-pickups/regular-pickups.operations.test.ts",
    [
      [
        "PICKUP-1",
        "if ((await countOf(tx, { actor, storeId }, owner)) >= MOST_REGULAR)",
        "if ((await countOf(tx, { actor, storeId }, owner)) > MOST_REGULAR)",
      ],
    ],
  ),
  ...mutationsOf(
    "app/parcels/regular-pickups/decide-pickup.server.ts",
    "app/parcels/regular-pickups/regular-pickups.operations.test.ts",
    [
      [
        "PICKUP-2",
        'isAsked ? { status: "refused", endedAt: work.at } : { wanted: null }',
        'isAsked ? { status: "refused", endedAt: work.at } : {}',
      ],
    ],
  ),
  ...mutationsOf(
    "app/parcels/regular-pickups/due-days.ts",
    "app/parcels/regular-pickups/regular-pickups.operations.test.ts",
    [
      [
        "PICKUP-3",
        "return !closed.has(day) && hoursOnWeekday(",
        "return !closed.has(day) || hoursOnWeekday(",
      ],
    ],
  ),
  ...mutationsOf(
    "app/parcels/regular-pickups/skip-day.server.ts",
    "app/parcels/regular-pickups/regular-pickups.operations.test.ts",
    [
      [
        "PICKUP-4",
        'if (found.stop.skippedBy === "office" && sideOf(work.actor) === "sender")\n    return refuse("conflict", "skipped_by_office");',
        "",
      ],
    ],
  ),
  ...mutationsOf(
    "app/parcels/custody/find-piece.server.ts",
    "app/parcels/custody/find-piece.operations.test.ts",
    [
      [
        "PIECE-4",
        "if (number === null && row.booking.pieces > 1)",
        "if (number === null && row.booking.pieces > 50)",
      ],
    ],
  ),
  ...mutationsOf(
    "app/parcels/remembered-places/follow-delivery.server.ts",
    "app/parcels/remembered-places/places.operations.test.ts",
    [
      [
        "PLACE-4",
        "const delivered = await provenPlace(tx, bookingId, notDenied);",
        "const delivered = await provenPlace(tx, bookingId, sql`true`);",
      ],
    ],
  ),
  ...mutationsOf(
    "app/parcels/remembered-places/remember-by-consent.server.ts",
    "app/parcels/remembered-places/places.operations.test.ts",
    [["PLACE-3", "provenPlace(tx, bookingId, not(returnedThen));", "provenPlace(tx, bookingId, sql`true`);"]],
  ),
  ...mutationsOf(
    "app/parcels/proof/proof-pictures.server.ts",
    "app/parcels/proof/proofs.operations.test.ts",
    [["PROOF-4", "files.put(key, clean.picture,", "files.put(key, bytes,"]],
  ),
  ...mutationsOf(
    "app/parcels/proof/forget-proofs.server.ts",
    "app/parcels/proof/forget-proofs.operations.test.ts",
    [["PROOF-7", "landmark: null, calledAt: null }", "landmark: null }"]],
  ),
  ...mutationsOf(
    "app/parcels/bookings/erase-receiver.server.ts",
    "app/parcels/bookings/erase-receiver.operations.test.ts",
    [
      [
        "RECEIVER-10",
        '    if ((await tx.$count(claims, undecided)) > 0) return refuse("conflict", "claim_is_open");\n',
        "",
      ],
    ],
  ),
  ...mutationsOf(
    "app/parcels/regular-pickups/lock-pickup.server.ts",
    "app/parcels/regular-pickups/regular-pickups.operations.test.ts",
    [["PICKUP-5", 'if (actor.kind !== "admin") return;', 'if (actor.kind === "admin") return;']],
  ),
  ...mutationsOf(
    "app/parcels/remembered-places/remember.server.ts",
    "app/parcels/remembered-places/places.operations.test.ts",
    [["PLACE-1", "} <= excluded.delivered_at", "} >= excluded.delivered_at"]],
  ),
  ...mutationsOf(
    "app/parcels/dispatch/status-batch.server.ts",
    "app/parcels/dispatch/dispatch-work.operations.test.ts",
    [
      [
        "STAFF-22",
        "const open = and(isNull(statusBatches.finishedAt), isNull(statusBatches.cancelledAt));",
        "const open = and(isNull(statusBatches.id), isNull(statusBatches.cancelledAt));",
      ],
    ],
  ),
  ...mutationsOf(
    "app/parcels/bookings/correct-booking.server.ts",
    "app/parcels/bookings/correct-booking.operations.test.ts",
    [["STAFF-28", ".set({ stateDoubt: false })", ".set({ stateDoubt: true })"]],
  ),
  ...mutationsOf(
    "app/parcels/bookings/note-booking.server.ts",
    "app/parcels/bookings/note-booking.operations.test.ts",
    [
      [
        "STAFF-30",
        "if (before.staffNote !== shown.noteBefore || before.assigneeId !== shown.assigneeBefore)",
        "if (before.assigneeId !== shown.assigneeBefore)",
      ],
    ],
  ),
  ...mutationsOf(
    "app/parcels/bookings/tell-of-status.server.ts",
    "app/parcels/bookings/undo-and-late.operations.test.ts",
    [["STATUS-8", "12 + Math.floor(together / 10)", "8 + Math.floor(together / 10)"]],
  ),
  ...mutationsOf(
    "app/parcels/messages/forget-messages.server.ts",
    "app/parcels/messages/messages.operations.test.ts",
    [["TELL-10", "{ text: null },", "{ takenAt: null },"]],
  ),
  ...mutationsOf(
    "app/parcels/bookings/write-booking.server.ts",
    "app/parcels/dispatch/dispatch-work.operations.test.ts",
    [
      [
        "STAFF-24",
        'await logBookingChange({ tx, actor, at }, booked, "booked at the counter", "create_booking");',
        "",
      ],
    ],
  ),
  ...mutationsOf(
    "app/parcels/bookings/store-booking.server.ts",
    "app/parcels/bookings/bookings.operations.test.ts",
    [
      [
        "BOOK-3",
        "(select * from made where batch_id is null) made",
        "(select * from made where batch_id is not null) made",
      ],
    ],
  ),
  ...mutationsOf("app/parcels/bulk/book-batch.server.ts", "app/parcels/bulk/bulk.operations.test.ts", [
    ["BULK-5", "prepared.rows.slice(0, left);", "prepared.rows.slice(1, left);"],
  ]),
  ...mutationsOf("app/parcels/bulk/batch-view.tsx", "app/parcels/bulk/messy-sheets.test.ts", [
    [
      "BULK-4",
      "`Book ${numberText(book)}, keep ${numberText(keep)} as a draft`",
      "`Book ${numberText(book)}`",
    ],
  ]),
  ...mutationsOf(
    "app/parcels/receiver-page/read-receiver.server.ts",
    "app/parcels/receiver-page/sender-name.operations.test.ts",
    [
      [
        "RECEIVER-2",
        "customerId && and(eq(stores.userId, customerId), eq(stores.businessName, senderName));",
        "customerId && eq(stores.userId, customerId);",
      ],
    ],
  ),
  ...mutationsOf(
    "app/parcels/messages/receiver-mails.server.tsx",
    "app/parcels/messages/receiver-mails.operations.test.ts",
    [["RECEIVER-5", "{ code: `PIN ${HIDDEN}` }", "{ code: `PIN ${pin}` }"]],
  ),
  ...mutationsOf(
    "app/parcels/bookings/receiver-chats.server.ts",
    "app/parcels/sender-decides/senders-view.operations.test.ts",
    [["RECEIVER-3", "      (!state.over || state.deliveredAt) &&\n", ""]],
  ),
  ...mutationsOf(
    "app/parcels/address-book/can-save-receiver.server.ts",
    "app/parcels/address-book/address-book.operations.test.ts",
    [["SENDER-3", "inAnyBook(person.id)))) === 0", "inAnyBook(person.id)))) >= 0"]],
  ),
  ...mutationsOf(
    "app/parcels/bookings/booking-mails.server.tsx",
    "app/parcels/bookings/booking-mails.operations.test.ts",
    [["STATUS-5", "isLate(row, today) ? [] : [[", 'isLate(row, today) ? [["Expected", ""]] : [[']],
  ),
  ...mutationsOf(
    "app/parcels/receiver-link/not-expected.server.ts",
    "app/parcels/bookings/erase-receiver.operations.test.ts",
    [
      [
        "RECEIVER-7",
        '    await openExceptions(tx, [{ kind: "not_expected", bookingId, note: said }], act);\n',
        "",
      ],
    ],
  ),
  ...mutationsOf("app/parcels/bulk/read-batch.server.ts", "app/parcels/bulk/bulk.operations.test.ts", [
    [
      "BULK-9",
      "isNotNull(bookingBatchRows.trackingCode)))\n    .orderBy(asc(bookingBatchRows.row))",
      "isNotNull(bookingBatchRows.trackingCode)))\n    .orderBy(sql`${bookingBatchRows.row} desc`)",
    ],
  ]),
  ...mutationsOf("app/parcels/bookings/no-price.ts", "app/parcels/bookings/no-price.test.ts", [
    ["PRICE-6", "if (!asked && missing)", "if (missing)"],
  ]),
  ...mutationsOf("app/parcels/bulk/columns.ts", "app/parcels/bulk/messy-sheets.test.ts", [
    ["BULK-2", "if (field === null || taken.has(field)) return", "if (field === null) return"],
  ]),
  ...mutationsOf("app/parcels/bulk/cell-values.ts", "app/parcels/bulk/messy-sheets.test.ts", [
    ["BULK-3", "if (/^[789][01]\\d{8}$/.test(bare)) return `0${bare}`;\n", ""],
  ]),
  ...mutationsOf("app/parcels/my-bookings/my-bookings.tsx", "app/parcels/my-bookings/my-bookings.test.ts", [
    ["PROFILE-8", 'isLate(row, today) ? "Was due"', '!isLate(row, today) ? "Was due"'],
    ["TRACK-10", "  if (isUndelivered(row.status)) return null;\n", ""],
  ]),
  ...mutationsOf("app/parcels/address-book/how-it-went.ts", "app/parcels/address-book/how-it-went.test.ts", [
    ["SENDER-4", "`Delivered ${delivered} of ${ended}`", "`Delivered ${ended} of ${ended}`"],
  ]),
  ...mutationsOf("app/parcels/proof/proof-rule.ts", "app/parcels/proof/proof-rule.test.ts", [
    [
      "PHONE-5",
      "takenBy !== null && pictures.length > 0;",
      'takenBy !== null && pictures.includes("photo");',
    ],
  ]),
  ...mutationsOf("app/parcels/proof/shown-proof.ts", "app/parcels/proof/shown-proof.test.ts", [
    ["PROOF-6", "const LATE_MS = 10 * 60_000;", "const LATE_MS = -1;"],
  ]),
  ...mutationsOf("app/parcels/messages/gsm.ts", "app/parcels/messages/texts.test.ts", [
    ["TELL-2", '  "₦": "NGN ",\n', '  "₦": "₦",\n'],
  ]),
  ...mutationsOf("app/parcels/bookings/road-mail.ts", "app/parcels/bookings/road-mail.test.ts", [
    ["MAIL-4", 'lagosDay(occurredAt) === lagosDay(now) ? " today" : ""', '" today"'],
  ]),
  ...mutationsOf("app/parcels/tracking/hand-over.ts", "app/parcels/tracking/hand-over.test.ts", [
    [
      "BOOK-29",
      "`The receiver pays ${formatNaira(door.totalKobo)} at the door",
      "`The receiver pays ${formatNaira(door.codKobo)} at the door",
    ],
  ]),
  ...mutationsOf(
    "app/parcels/address-book/receiver-form.ts",
    "app/parcels/address-book/how-it-went.test.ts",
    [
      [
        "SENDER-1",
        '.superRefine(stateCheck("delivery address", ["address", "state", "stateSure"]), ALWAYS)',
        "",
      ],
    ],
  ),
  ...mutationsOf("app/parcels/waybills/sticker.ts", "app/parcels/waybills/sticker.test.ts", [
    ["PIECE-5", "count >= 1 && count <= MOST_STICKERS", "count >= 1"],
  ]),
  ...mutationsOf("app/parcels/tracking/call-us.tsx", "app/parcels/tracking/call-us.test.tsx", [
    ["COMPANY-2", "{whatsapp && (", "{name && ("],
  ]),
  ...mutationsOf(
    "app/parcels/dispatch/use-dispatch-rows.ts",
    "app/parcels/dispatch/use-dispatch-rows.test.ts",
    [["STAFF-21", "(grown || at < last)", "(grown || at <= last + 1)"]],
  ),
  ...mutationsOf("app/parcels/tracking/parcel-result.tsx", "app/parcels/tracking/parcel-result.test.tsx", [
    [
      "CHOICE-3",
      "question && isOnTheWay(status) ? t(question.text) : (given.instead ?? others);",
      "given.instead ?? others;",
    ],
  ]),
  ...mutationsOf(
    "app/parcels/address-book/delivery-address.ts",
    "app/parcels/address-book/how-it-went.test.ts",
    [
      [
        "SENDER-2",
        "[landmark, note, taker && `${taker} may take it`]",
        "[landmark, taker && `${taker} may take it`]",
      ],
    ],
  ),
  ...mutationsOf("app/parcels/tracking/help.tsx", "app/parcels/tracking/parcel-result.test.tsx", [
    ["TRACK-11", '{t("Tell us what to do")}', "Tell us what to do"],
  ]),
  ...mutationsOf(
    "app/parcels/bookings/correction-form.tsx",
    "app/parcels/bookings/correction-form.test.tsx",
    [["STAFF-23", '  receiverStateSure: "Delivery state",\n', ""]],
  ),
  ...mutationsOf("app/parcels/regular-pickups/due-days.ts", "app/parcels/regular-pickups/due-days.test.ts", [
    ["PICKUP-3", "return !closed.has(day) &&", "return"],
  ]),
  ...mutationsOf(
    "app/parcels/regular-pickups/promised-days.ts",
    "app/parcels/regular-pickups/promised-days.test.ts",
    [["PICKUP-6", "!isWindowOver(day, untilTime, from) &&", ""]],
  ),
];
