/** Mutations of the rules about hubs, runs, scans and riders. Longer than 250 lines because it is one list. */
import { mutationsOf, type Mutation } from "./mutation.ts";

export const ROAD_MUTATIONS: Mutation[] = [
  ...mutationsOf("app/road/rider-phone/rider.route.ts", "test/e2e/rider-day.test.ts", [
    ["PHONE-1", '"Cache-Control": "no-cache"', '"Cache-Control": "max-age=60"'],
  ]),
  ...mutationsOf("app/road/rider-phone/screens/use-day.ts", "test/e2e/rider-day.test.ts", [
    ["PHONE-2", "await recordDeed(did,", "void recordDeed(did,"],
  ]),
  ...mutationsOf("app/road/rider-phone/log/kept-pictures.client.ts", "test/e2e/rider-day.test.ts", [
    ["PHONE-3", "Math.abs(Date.now() - at) >= UNUSED_MS", "Math.abs(Date.now() - at) >= 0"],
  ]),
  ...mutationsOf("app/road/devices/enrol.server.ts", "test/http/rider-phone.test.ts", [
    ["DEVICE-2", 'perBrowserAndIp("enrol", 5, 15 * MINUTE)', 'perBrowserAndIp("enrol", 50, 15 * MINUTE)'],
  ]),
  ...mutationsOf("app/road/devices/shift.server.ts", "test/http/rider-phone.test.ts", [
    ["DEVICE-3", "const SHIFT_HOURS = 14;", "const SHIFT_HOURS = 24;"],
  ]),
  ...mutationsOf("app/road/hubs/change-hub.server.ts", "test/http/hubs.test.ts", [
    ["HUB-1", "if (!other) return null;", "if (!other || other.code === code) return null;"],
  ]),
  ...mutationsOf("app/road/hubs/left-text.ts", "test/http/hubs.test.ts", [
    ["HUB-5", '    ...some(runs, "open run", "open runs"),\n', ""],
  ]),
  ...mutationsOf("app/road/riders/change-rider.server.ts", "test/http/riders.test.ts", [
    ["RIDER-1", "return row.version === version ?", "return row.version >= version ?"],
  ]),
  ...mutationsOf("app/road/riders/change-partner.server.ts", "test/http/riders.test.ts", [
    ["RIDER-4", 'if (!partner) return refuse("invalid", "partner_taken");', ""],
  ]),
  ...mutationsOf("app/road/deeds/who-adds-picture.server.ts", "test/http/rider-deeds.test.ts", [
    ["DEED-9", 'return "other";', 'return "own";'],
  ]),
  ...mutationsOf("app/road/deeds/read-day.server.ts", "test/http/rider-deeds.test.ts", [
    ["PHONE-12", 'company.scanFirst === "yes"', 'company.scanFirst === "no"'],
  ]),
  ...mutationsOf("app/road/parcel-reports/parcel-csv.server.ts", "test/http/parcel-reports.test.ts", [
    [
      "REPORT-9",
      "...SHARE_NAMES.map((share) => `${SHARES[share].label} (%)`),",
      "...SHARE_NAMES.map((share) => SHARES[share].label),",
    ],
  ]),
  ...mutationsOf("app/road/riders/rider-runs.tsx", "test/http/riders.test.ts", [
    ["RIDER-2", "open > 0", "open > 1"],
  ]),
  ...mutationsOf("app/road/deeds/at-door.server.ts", "app/road/deeds/take-deeds.operations.test.ts", [
    ["DEED-6", '  if (did.kind === "delivered") await attemptRefused(stop, did);\n', ""],
  ]),
  ...mutationsOf("app/road/deeds/read-stops.server.ts", "app/road/deeds/take-deeds.operations.test.ts", [
    ["DEED-6", 'outcome === "not_picked_up"', "false"],
  ]),
  ...mutationsOf("app/road/deeds/money.server.ts", "app/road/deeds/money.operations.test.ts", [
    ["DEED-7", 'if (wholeKobo < shownKobo && !agreedBy) flags.add("amount_differs");', ""],
  ]),
  ...mutationsOf(
    "app/road/deeds/one-sided-hand-overs.server.ts",
    "app/road/deeds/handed-in.operations.test.ts",
    [
      [
        "DEED-8",
        "    runId: facts.ownRun(deed.run?.id)?.id ?? null,\n    oneSided: true,\n",
        "    runId: facts.ownRun(deed.run?.id)?.id ?? null,\n",
      ],
    ],
  ),
  ...mutationsOf("app/road/deeds/deed-work.server.ts", "app/road/deeds/claimed-again.operations.test.ts", [
    ["DEED-12", "(piece && facts.isTheirs(piece, kind, occurredAt)));", "piece !== undefined);"],
  ]),
  ...mutationsOf("app/road/deeds/release-by-pin.server.ts", "app/road/deeds/decide-told.operations.test.ts", [
    ["DEED-14", "export const WRONG_PINS = 5;", "export const WRONG_PINS = 6;"],
  ]),
  ...mutationsOf("app/road/deeds/find-pieces.server.ts", "app/road/deeds/not-yours.operations.test.ts", [
    [
      "DEED-15",
      "!ofRef.has(ref) && !stickers.has(ref)).slice(0, most);",
      "!ofRef.has(ref) && !stickers.has(ref));",
    ],
  ]),
  ...mutationsOf(
    "app/road/deeds/carry-out-deed.server.ts",
    "app/road/deeds/deeds-beside.operations.test.ts",
    [["DEED-11", "!namesPiece(did.sticker) && isFree(", "isFree("]],
  ),
  ...mutationsOf("app/road/deeds/take-deeds.server.ts", "app/road/deeds/take-deeds.operations.test.ts", [
    ["DEVICE-7", "unsent: Math.max(0, phone.unsent - settled),", "unsent: phone.unsent,"],
  ]),
  ...mutationsOf("app/road/deeds/carry-out-turn.server.ts", "app/road/deeds/take-deeds.operations.test.ts", [
    ["DEED-5", "  numbers.add(number);\n", ""],
  ]),
  ...mutationsOf(
    "app/road/devices/forget-phones.server.ts",
    "app/road/devices/forget-phones.operations.test.ts",
    [
      ["DEVICE-6", "export const ENDED_PHONE_DAYS = 90;", "export const ENDED_PHONE_DAYS = 120;"],
      [
        "DEVICE-8",
        "shiftPins: await each(riderPins, unnamed, (where) => db.delete(riderPins).where(where)),",
        "",
      ],
      [
        "RIDER-3",
        "rider_id in (select id from ${riders} where name = ${NOT_STORED})",
        "rider_id in (select id from ${riders} where name <> ${NOT_STORED})",
      ],
    ],
  ),
  ...mutationsOf(
    "app/road/shelf-counts/count-figures.server.ts",
    "app/road/shelf-counts/shelf-counts.operations.test.ts",
    [["HUB-8", "    lte(pieces.heldSince, startedAt),\n", ""]],
  ),
  ...mutationsOf(
    "app/road/entries/office-proof.server.ts",
    "app/road/entries/office-proof.operations.test.ts",
    [
      [
        "PROOF-5",
        'if (all.includes("wrong")) return refuse("invalid", "pin_wrong", { left: triesLeft });',
        'if (all.includes("wrong")) return null;',
      ],
      ["TRIP-14", "isStillOnRun, booking ? eq(pieces.bookingId, booking) : undefined", "isStillOnRun"],
    ],
  ),
  ...mutationsOf(
    "app/road/parcel-reports/deed-lines.server.ts",
    "app/road/parcel-reports/deed-lines.operations.test.ts",
    [
      [
        "REPORT-13",
        "        and not exists (select from ${bookingEvents} u where u.undoes = event_id)\n",
        "",
      ],
    ],
  ),
  ...mutationsOf(
    "app/road/devices/rider-numbers.server.ts",
    "app/road/devices/rider-record.operations.test.ts",
    [
      ["DEVICE-9", "and since < ${from}::date ${riderId", "${riderId"],
      ["DEVICE-9", "${count(2)} as on_time", "${count(1)} as on_time"],
    ],
  ),
  ...mutationsOf(
    "app/road/devices/rider-numbers.server.ts",
    "app/road/parcel-reports/deed-lines.operations.test.ts",
    [["REPORT-12", "${count(4)} as attempted", "${count(2)} as attempted"]],
  ),
  ...mutationsOf("app/road/runs/deed-time.ts", "app/road/entries/run-deeds.operations.test.ts", [
    ["TRIP-6", "age < -AHEAD_MS || age > MOST_DAYS_BACK * DAY_MS)", "age > MOST_DAYS_BACK * DAY_MS)"],
  ]),
  ...mutationsOf(
    "app/road/runs/board/choose-destination.server.ts",
    "app/road/runs/board/board.operations.test.ts",
    [["TRIP-13", ".where(and(eq(hubs.id, hubId), eq(hubs.active, true)));", ".where(eq(hubs.id, hubId));"]],
  ),
  ...mutationsOf("app/road/runs/receive-pieces.server.ts", "app/road/runs/races.operations.test.ts", [
    ["TRIP-10", "const arriving = found.filter(({ here }) => !here);", "const arriving = found;"],
  ]),
  ...mutationsOf("app/road/runs/send-and-close-run.server.ts", "app/road/runs/runs.operations.test.ts", [
    ["TRIP-8", ': ["loaded"], "sent out")', ': ["planned", "loaded"], "sent out")'],
  ]),
  ...mutationsOf(
    "app/road/entries/count-pickup.server.ts",
    "app/road/entries/take-money.operations.test.ts",
    [["TRIP-15", "    await takeMoney(work, run, found, money);\n", ""]],
  ),
  ...mutationsOf(
    "app/road/reattempts/put-on-run.server.ts",
    "app/road/reattempts/reattempts.operations.test.ts",
    [["TRIP-21", "!asksSender && !others.has(pieceId)", "!others.has(pieceId)"]],
  ),
  ...mutationsOf("app/road/runs/board/hub-table.server.ts", "app/road/runs/board/board.operations.test.ts", [
    ["TRIP-23", "        sql`${lastWord} is distinct from 'held_for_collection'`,\n", ""],
    ["TRIP-23", '?.kind === "pickup"', "?.kind !== undefined"],
  ]),
  ...mutationsOf("app/road/scan/load-scan.server.ts", "app/road/scan/load-scan.operations.test.ts", [
    [
      "SCAN-8",
      'if (place && place.run.id !== run.id) return refuse("conflict", "other_run", { run: place.run.name });',
      "",
    ],
  ]),
  ...mutationsOf("app/road/scan/return-scan.server.ts", "app/road/scan/run-scans.operations.test.ts", [
    ["SCAN-9", "if (!place || !wasTaken(place)) {", "if (!place) {"],
  ]),
  ...mutationsOf("app/road/scan/find-scan.server.ts", "app/road/scan/run-scans.operations.test.ts", [
    ["SCAN-11", '`Open: ${open.join(", ")}.`', "`Open: ${open.length}.`"],
  ]),
  ...mutationsOf(
    "app/road/scan/count-scan.server.ts",
    "app/road/shelf-counts/shelf-counts.operations.test.ts",
    [["SCAN-12", "const said = again && facts.wasHere ? AGAIN :", "const said = facts.wasHere ? AGAIN :"]],
  ),
  ...mutationsOf("app/road/runs/page/read-run.server.ts", "app/road/runs/pickup-day.operations.test.ts", [
    ["BOOK-32", "? saidOfPickup(pickupDay, pickupHalf)", "? saidOfPickup(pickupDay, null)"],
  ]),
  ...mutationsOf("app/road/deeds/carry-out-deed.server.ts", "app/road/deeds/take-deeds.operations.test.ts", [
    ["DEED-2", "body: withoutPins(deed),", "body: { ...deed },"],
  ]),
  ...mutationsOf("app/road/deeds/origins.server.ts", "app/road/deeds/senders.operations.test.ts", [
    [
      "DEVICE-5",
      "goneAt: gone?.at ?? null,\n    flagged: gone !== null,",
      "goneAt: null,\n    flagged: gone !== null,",
    ],
  ]),
  ...mutationsOf("app/road/deeds/at-door.server.ts", "app/road/deeds/door.operations.test.ts", [
    ["PHONE-13", "    if (!piece || !sticker || !there.includes(piece)) {", "    if (piece || !sticker) {"],
  ]),
  ...mutationsOf(
    "app/road/parcel-reports/roll-up-parcels.server.ts",
    "app/road/parcel-reports/parcel-recount.operations.test.ts",
    [["REPORT-7", "select roll_up_parcel_changes(${PART}) as n", "select 0 * ${PART}::int as n"]],
  ),
  ...mutationsOf("app/road/runs/create-run.server.ts", "app/road/runs/runs.operations.test.ts", [
    ["TRIP-1", "const prefix = `${hub.code}-${LETTER[form.kind]}-`;", "const prefix = `${hub.code}-D-`;"],
  ]),
  ...mutationsOf("app/road/runs/give-run.server.ts", "app/road/entries/run-deeds.operations.test.ts", [
    [
      "TRIP-2",
      '    if (!(await worksForUs(work.tx, rider))) return refuse("invalid", "unknown_rider");\n',
      "",
    ],
  ]),
  ...mutationsOf("app/road/runs/unname-road.server.ts", "app/care/claims/old-claims.operations.test.ts", [
    ["CLAIM-6", "      UNNAMED_CLAIM,\n", "      { openedByName: NOT_STORED },\n"],
  ]),
  ...mutationsOf("app/road/runs/pieces-of-run.server.ts", "app/road/runs/return-on-run.operations.test.ts", [
    ["TRIP-18", "returning: runPieces.returning,", "returning: pieces.returning,"],
  ]),
  ...mutationsOf("app/road/runs/unname-road.server.ts", "app/road/runs/unname-road.operations.test.ts", [
    ["RUN-6", "...UNNAMED_EXCEPTION,", ""],
  ]),
  ...mutationsOf("app/road/rider-phone/state/sending.ts", "app/road/rider-phone/state/sending.test.ts", [
    ["PHONE-6", "(fresh.length > 0 ? fresh : waiting)", "waiting"],
  ]),
  ...mutationsOf("app/road/rider-phone/state/space.ts", "app/road/rider-phone/state/space.test.ts", [
    ["PHONE-8", "left < LOW_STORAGE_BYTES", "left < LOW_STORAGE_BYTES / 2"],
  ]),
  ...mutationsOf(
    "app/road/rider-phone/state/shown-times.ts",
    "app/road/rider-phone/state/shown-times.test.ts",
    [["PHONE-16", "clockTime(ourTime(known, clock))", "clockTime(clock.at)"]],
  ),
  ...mutationsOf("app/road/rider-phone/state/people.ts", "app/road/rider-phone/state/people.test.ts", [
    ["PHONE-9", "if (names.length <= MOST_NAMES)", "if (names.length < MOST_NAMES)"],
  ]),
  ...mutationsOf(
    "app/road/rider-phone/state/choose-pin.ts",
    "app/road/rider-phone/state/choose-pin.test.ts",
    [["DEVICE-4", 'return { first: null, problem: "The two', 'return { first, problem: "The two']],
  ),
  ...mutationsOf("app/road/rider-phone/state/day-state.ts", "app/road/rider-phone/state/day-state.test.ts", [
    [
      "PHONE-4",
      "(latest && latest.deed.seq > one.deed.seq ? latest : one)",
      "(latest && latest.deed.seq < one.deed.seq ? latest : one)",
    ],
  ]),
  ...mutationsOf("app/road/deeds/when.ts", "app/road/deeds/when.test.ts", [
    [
      "DEED-4",
      "if (known && known.boot === clock.boot && clock.mono >= known.mono)",
      "if (known && clock.mono >= known.mono)",
    ],
  ]),
  ...mutationsOf("app/road/deeds/when.ts", "app/road/deeds/number-order.test.ts", [
    ["DEED-16", "const before = last.seq < seq ? last.at : last.before;", "const before = last.before;"],
  ]),
  ...mutationsOf("app/road/deeds/read-deed.ts", "app/road/deeds/protocol.test.ts", [
    ["DEED-1", "envelope.v > PROTOCOL\n", "envelope.v < PROTOCOL\n"],
  ]),
  ...mutationsOf("app/road/scan/wedge.ts", "app/road/scan/wedge.test.ts", [
    ["SCAN-3", "quick && scanned.length >= LEAST", "scanned.length >= LEAST"],
  ]),
  ...mutationsOf("app/road/scan/counter-scan.server.ts", "app/road/scan/run-scans.operations.test.ts", [
    ["SCAN-10", "if (taken > 0) await takeAtCounter", "if (taken < 0) await takeAtCounter"],
  ]),
  ...mutationsOf("app/road/scan/page-scans.ts", "app/road/scan/page-scans.test.ts", [
    [
      "SCAN-1",
      "if (isRepeat(view().scans, code, task, at)) return null;",
      "if (!isRepeat([], code, task, at) && at < 0) return null;",
    ],
    [
      "SCAN-4",
      "async put(scan) {\n      show({ scans: entriesToKeep(SCANS, [scan,",
      "async put(scan) {\n      show({ scans: ((_: unknown, kept: Scan[]) => kept)(SCANS, [scan,",
    ],
  ]),
  ...mutationsOf("app/road/scan/receive-answer.ts", "app/road/scan/receive-answer.test.ts", [
    [
      "SCAN-7",
      'if (facts.wasHere) return { word: "Already here",',
      'if (facts.wasHere) return { word: "Right",',
    ],
  ]),
  ...mutationsOf("app/road/runs/page/run-page.ts", "app/road/runs/page/run-page.test.ts", [
    ["TRIP-16", 'if (piece.attempt) return "failed";\n', ""],
  ]),
  ...mutationsOf("app/road/runs/board/board.ts", "app/road/runs/board/board.test.ts", [
    [
      "TRIP-12",
      "if (here.closed || isOpen(piece.dropOffHubId)) return null;",
      "if (isOpen(piece.dropOffHubId)) return null;",
    ],
  ]),
  ...mutationsOf(
    "app/road/parcel-reports/parcel-report.ts",
    "app/road/parcel-reports/parcel-report.test.ts",
    [
      [
        "REPORT-8",
        "Math.min(99, Math.max(1, Math.round((100 * some) / all)))",
        "Math.round((100 * some) / all)",
      ],
    ],
  ),
  ...mutationsOf("app/road/hubs/hub-areas.ts", "app/road/hubs/hub-areas.test.ts", [
    ["HUB-4", ".filter((same) => same.length > 1)", ".filter((same) => same.length > 2)"],
  ]),
  ...mutationsOf("app/road/manifest/manifest.ts", "app/road/manifest/manifest.test.ts", [
    ["CHOICE-4", "sumOfLines([also, remembered, said])", "sumOfLines([also, remembered])"],
    [
      "PLACE-2",
      "const remembered = linesOf(notes ?? [], paper);",
      "const remembered = linesOf(notes && [], paper);",
    ],
  ]),
  ...mutationsOf("app/road/rider-phone/log/calls.ts", "app/road/rider-phone/state/people.test.ts", [
    ["PROOF-3", "at.length === 0 || at.includes(null) ?", "at.length === 0 ?"],
  ]),
  ...mutationsOf("app/road/scan/scan.ts", "app/road/scan/piece-scans.test.ts", [
    ["SCAN-6", "code: scan.scanned })) === asked", "code: scan.code })) === asked"],
  ]),
  ...mutationsOf("app/road/scan/page-scans.ts", "app/road/scan/piece-scans.test.ts", [
    ["SCAN-10", 'taken: ask?.collect ?? "",', 'taken: ask?.collect ?? "", at: 0,'],
  ]),
  ...mutationsOf("app/road/runs/run-text.ts", "app/road/runs/page/run-page.test.ts", [
    [
      "TRIP-11",
      '`Move the ${on} that ${on === 1 ? "is" : "are"} still on this run`',
      "`Move the ${on} that are still on this run`",
    ],
  ]),
  ...mutationsOf(
    "app/road/entries/entered-meanwhile.server.ts",
    "app/road/entries/entered-meanwhile.operations.test.ts",
    [["TRIP-22", "gt(bookingEvents.id, seen), which", "gt(bookingEvents.id, seen + 1000), which"]],
  ),
];
