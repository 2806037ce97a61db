/** Mutations of the rules about bookings, custody, claims, receivers and riders. */
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
      "for (const count of counts)\n    if (!count.ok)",
      "for (const count of counts)\n    if (false)",
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
];
