/**
 * Mutations of the rules about texts, tables, mails, jobs, the server and its data. Longer than 250 lines because it
 * is one list.
 */
import { mutationsOf, type Mutation } from "./mutation.ts";

export const PLATFORM_MUTATIONS: Mutation[] = [
  ...mutationsOf("app/ui/draft.ts", "test/e2e/booking.test.ts", [
    ["BOOK-14", "else show(readPlain(place, taken.current));", ""],
  ]),
  ...mutationsOf("app/ui/draft.ts", "test/e2e/chosen-receiver.test.ts", [
    ["SENDER-2", 'return base ? partOf(readPlain(ownKey("draft", base.name)), base) : null;', "return null;"],
  ]),
  ...mutationsOf("app/platform/live/background.ts", "test/e2e/back-office.test.ts", [
    ["STAFF-19", "isOwnReload(request) ||", ""],
  ]),
  ...mutationsOf("app/platform/live/use-live.ts", "test/e2e/booking.test.ts", [
    [
      "TRACK-7",
      'source.addEventListener("changed", () => reloads.request());',
      'source.addEventListener("changed", () => {});',
    ],
  ]),
  ...mutationsOf("app/platform/http/form.server.ts", "test/e2e/booking.test.ts", [
    ["WEB-1", "values: withoutSecrets({ ...rawValues, ...refusal.fills }),", "values: {},"],
  ]),
  ...mutationsOf("server/api/tracking-widget.ts", "test/http/api-doors.test.ts", [
    ["WIDGET-1", "`<h1>${escaped(status)}</h1>", "`<script></script><h1>${escaped(status)}</h1>"],
  ]),
  ...mutationsOf("app/platform/http/safe-redirect.ts", "test/http/people.test.ts", [
    [
      "LINK-9",
      "if (!target || target.length > 500",
      "if (target) return target;\n  if (!target || target.length > 500",
    ],
  ]),
  ...mutationsOf("app/platform/mail/mailbox.server.ts", "test/http/mailbox.test.ts", [
    [
      "MAIL-2",
      "if (!services.mailboxPublic && !context.get(ownMachineContext)) throw data(null, { status: 421 });",
      "",
    ],
  ]),
  ...mutationsOf("app/root.tsx", "test/http/cached-pages.test.ts", [
    [
      "WEB-8",
      '/^on$/i.test(request.headers.get("Save-Data") ?? "")',
      '/^off$/i.test(request.headers.get("Save-Data") ?? "")',
    ],
  ]),
  ...mutationsOf("server/http/static-files.ts", "test/http/static-files.test.ts", [
    ["WEB-13", "serveStatic({ root, precompressed: true })", "serveStatic({ root })"],
  ]),
  ...mutationsOf("server/http/static-files.ts", "test/http/scan.test.ts", [
    ["SCAN-2", "DECODER.test(c.req.path) ? DECODER_POLICY : NO_DOCUMENT", "NO_DOCUMENT"],
  ]),
  ...mutationsOf("server/http/same-origin.ts", "test/http/headers.test.ts", [
    [
      "WEB-2",
      'if (!from || !isOwn(from, own) || site === "cross-site")',
      'if ((from && !isOwn(from, own)) || site === "cross-site")',
    ],
  ]),
  ...mutationsOf("app/platform/http/form.server.ts", "test/http/headers.test.ts", [
    [
      "WEB-3",
      'throw data("Open the page again and send the form from there.", { status: 415 });',
      'throw new Error("no form");',
    ],
  ]),
  ...mutationsOf("app/text/plain-input.ts", "test/http/plain-text.test.ts", [
    ["TEXT-3", "/password|^secret$/i.test(name)", "/^secret$/i.test(name)"],
  ]),
  ...mutationsOf("server/api/api-app.ts", "test/http/api-doors.test.ts", [
    ["API-8", 'problem(423, "locked"', 'problem(503, "locked"'],
    [
      "API-5",
      '!c.req.header("Origin") || !c.req.header("Authorization")',
      '!c.req.header("Origin") || c.req.header("Authorization")',
    ],
  ]),
  ...mutationsOf("server/cache/cached-pages.ts", "test/http/cached-pages.test.ts", [
    ["CACHE-2", 'isHarmless(c.req.header("Cookie")) &&', 'isHarmless("") &&'],
  ]),
  ...mutationsOf("app/platform/http/form-action.server.ts", "test/http/kept-forms.test.ts", [
    [
      "KEEP-2",
      "owner !== GUEST && whose !== GUEST && whose !== owner;",
      'owner !== GUEST && whose !== GUEST && whose === "";',
    ],
  ]),
  ...mutationsOf("app/platform/http/page-meta.ts", "test/http/public-pages.test.ts", [
    ["TRACK-8", '{ property: "og:image",', '{ property: "og:photo",'],
  ]),
  ...mutationsOf("app/ui/form.tsx", "test/http/error-summaries.test.ts", [
    ["KEEP-3", "idOf(formId, name) : refusedId(name)}`}", "idOf(formId, name) : name}`}"],
  ]),
  ...mutationsOf("app/notifications/tell-receivers.server.ts", "app/parcels/bulk/bulk.operations.test.ts", [
    ["BULK-8", "isPhoneChannel(channel) ? maySendPaidMessage :", "isPhoneChannel(channel) ? sql`true` :"],
  ]),
  ...mutationsOf(
    "app/notifications/open-exception.server.ts",
    "app/care/exceptions/exceptions.operations.test.ts",
    [["EXC-1", "EXCEPTION_FACTS[one.kind].hours * HOUR_MS)", "EXCEPTION_FACTS[one.kind].hours)"]],
  ),
  ...mutationsOf("app/platform/operations/act.server.ts", "app/platform/operations/act.operations.test.ts", [
    [
      "ACT-1",
      "(stored ??= storeActs(tx, [{ ...act, occurredAt, runId }]).then(([one]) => one!));",
      "(stored = storeActs(tx, [{ ...act, occurredAt, runId }]).then(([one]) => one!));",
    ],
  ]),
  ...mutationsOf(
    "app/notifications/refused-addresses.server.ts",
    "app/notifications/refused-addresses.operations.test.ts",
    [["MAIL-6", "if ((row?.refused ?? 0) >= REFUSED_IN_ROW)", "if ((row?.refused ?? 0) > REFUSED_IN_ROW)"]],
  ),
  ...mutationsOf("app/platform/http/search.ts", "app/platform/http/search.operations.test.ts", [
    ["STAFF-6", '    .replace(/^2340(?=\\d{6})/, "234")\n', ""],
  ]),
  ...mutationsOf("server/backup/scheduled-backups.ts", "server/backup/scheduled-backups.operations.test.ts", [
    ["RUN-13", "    if (done || !due) return;\n", "    if (done) return;\n"],
  ]),
  ...mutationsOf("server/backup/access-classes.ts", "server/backup/access-classes.operations.test.ts", [
    [
      "RUN-21",
      '  hub_members: { key: "member_id", taken: "hub_id" },\n',
      '  hub_members: { key: "member_id" },\n',
    ],
  ]),
  ...mutationsOf("server/demo/seed.server.ts", "server/demo/seed.operations.test.ts", [
    ["RUN-2", "if (!mine || any) return null;", "if (!mine && !any) return null;"],
  ]),
  ...mutationsOf("server/start-warnings.ts", "server/start-warnings.operations.test.ts", [
    [
      "RUN-18",
      "await look().catch((error: unknown) => log.warn({ reason: reasonOf(error) }, message));",
      "await look().catch(reasonOf);",
    ],
  ]),
  ...mutationsOf("app/platform/http/search.server.ts", "app/platform/http/search.operations.test.ts", [
    ["TEXT-5", "  if (terms.length === 0) return sql`false`;\n", ""],
  ]),
  ...mutationsOf("app/platform/db/migrate.server.ts", "app/platform/db/migrations.operations.test.ts", [
    ["RUN-7", "    if (done && done.hash !== hash)\n", '    if (done && done.hash === "")\n'],
  ]),
  ...mutationsOf("server/setting-parsers.ts", "server/config.test.ts", [
    [
      "RUN-19",
      'if (URL.parse(text)?.protocol === "https:") return text;',
      "if (URL.parse(text)) return text;",
    ],
  ]),
  ...mutationsOf("app/history/add-events.server.ts", "app/parcels/bookings/bookings.operations.test.ts", [
    [
      "STATUS-2",
      "const row = { ...columns, actId, occurredAt, receivedAt: act.at, fromStatus, toStatus: to, ...act.by };",
      "const row = { ...columns, actId, occurredAt, receivedAt: act.at, fromStatus: to, toStatus: to, ...act.by };",
    ],
  ]),
  ...mutationsOf(
    "app/notifications/tell-receivers.server.ts",
    "app/parcels/messages/receiver-mails.operations.test.ts",
    [
      [
        "TELL-8",
        "not coalesce(${receiverLinks.receiverStopped}, false)",
        "not coalesce(${receiverLinks.receiverStopped}, false) is null",
      ],
    ],
  ),
  ...mutationsOf("app/history/follow.server.ts", "app/parcels/custody/custody.operations.test.ts", [
    ["CUSTODY-2", "return leadsTo === null || leadsTo === status;", "return true;"],
  ]),
  ...mutationsOf("app/platform/http/search.server.ts", "app/stores/storefront/directory.operations.test.ts", [
    ["STORE-1", "return and(...terms.map(", "return or(...terms.map("],
  ]),
  ...mutationsOf("server/commands/maintenance.ts", "server/commands/admin-cli.operations.test.ts", [
    ["RUN-16", 'id: retry === "all" ? null : retry', "id: retry"],
  ]),
  ...mutationsOf("app/platform/cache/page-cache.server.ts", "app/platform/cache/page-cache.test.ts", [
    [
      "CACHE-1",
      "if (page === null || reading.stale || !live.listening()) return;",
      "if (page === null || !live.listening()) return;",
    ],
  ]),
  ...mutationsOf("app/platform/http/list-count.ts", "app/platform/http/list-count.test.ts", [
    ["STAFF-27", "count > MOST_COUNTED ?", "count >= MOST_COUNTED ?"],
  ]),
  ...mutationsOf("app/text/plain-text.ts", "app/text/plain-text.test.ts", [
    ["TEXT-1", '      .normalize("NFC"),\n', '      .normalize("NFD"),\n'],
    ["TEXT-2", "      .replace(/\\p{Nd}/gu, digit),\n", "      .replace(/\\p{Nd}/gu, (sign) => sign),\n"],
  ]),
  ...mutationsOf("server/config.ts", "server/config.test.ts", [
    ["RUN-1", 'PORT: whole(0, 65_535, "a port number")', 'PORT: whole(0, 165_535, "a port number")'],
  ]),
  ...mutationsOf("server/http/admission.ts", "server/http/admission.test.ts", [
    [
      "RUN-10",
      "if (staff.length > 0) return staff.shift();\n",
      "if (staff.length > 0 && queues.size === 0) return staff.shift();\n",
    ],
  ]),
  ...mutationsOf("server/http/access-log.ts", "server/http/access-log.test.ts", [
    ["RUN-11", 'if (which === "all" || slow)', 'if (which === "all" || status > 0)'],
  ]),
  ...mutationsOf("app/platform/live/pace.server.ts", "app/platform/live/pace.test.ts", [
    [
      "RUN-14",
      "Math.max(SHORTEST_MS, subscribers * PER_PAGE_MS), LONGEST_MS);",
      "Math.max(SHORTEST_MS, subscribers * PER_PAGE_MS), 2 * LONGEST_MS);",
    ],
  ]),
  ...mutationsOf("server/postgres/postgres-major.ts", "server/postgres/postgres-major.test.ts", [
    [
      "RUN-17",
      "if (data === null || data === programs) return;",
      "if (data === null || data <= programs) return;",
    ],
  ]),
  ...mutationsOf("server/observe/outage-log.ts", "server/observe/outage-log.test.ts", [
    ["RUN-20", "now - toldAt >= EVERY_MS", "now - toldAt >= EVERY_MS / 6"],
  ]),
  ...mutationsOf("server/observe/metrics.ts", "server/observe/metrics.test.ts", [
    [
      "RUN-12",
      'requests.observe({ route, method: METHODS.has(method) ? method : "other", status }',
      'requests.observe({ route, method: METHODS.has(method) ? method : "other", status: 200 }',
    ],
  ]),
  ...mutationsOf("scripts/demo-settings.mjs", "test/demo-settings.test.ts", [
    ["DEMO-3", "if (isRunning(folder)) throw", "if (!isRunning(folder)) throw"],
  ]),
  ...mutationsOf("server/http/drain.ts", "server/http/drain.test.ts", [
    ["RUN-3", 'if (stopping) response.setHeader("Connection", "close");\n', ""],
  ]),
  ...mutationsOf("server/observe/tracing.ts", "server/observe/tracing.test.ts", [
    ["RUN-15", "        parentOf(api, traceparent),\n", "        parentOf(api, null),\n"],
  ]),
  ...mutationsOf(
    "app/platform/phone-channels/termii.server.ts",
    "app/platform/phone-channels/phone-channels.test.ts",
    [["TELL-3", "from: senderId, sms: text,", 'from: "Termii", sms: text,']],
  ),
  ...mutationsOf(
    "app/platform/phone-channels/call-provider.server.ts",
    "app/platform/phone-channels/phone-channels.test.ts",
    [
      ["TELL-4", '    .replace(/\\+?\\d{7,}/g, "[number]")\n', ""],
      [
        "TELL-5",
        '/^[0-9a-f]+$/i.test(signature) && sameBytes(own, Buffer.from(signature, "hex"))',
        "/^[0-9a-f]+$/i.test(signature) && own.length > 0",
      ],
    ],
  ),
  ...mutationsOf("app/platform/tables/cell-text.ts", "app/money/bank-statements/bank-files.test.ts", [
    ["TABLE-1", 'text.replace(APOSTROPHE, "") :', "text :"],
  ]),
  ...mutationsOf("app/platform/tables/delimited.ts", "app/platform/tables/delimited.test.ts", [
    [
      "TABLE-2",
      "if (row > heading.line && cells.length > most)",
      "if (row > heading.line && cells.length > most + 1)",
    ],
  ]),
  ...mutationsOf("app/platform/cache/cached-html.server.ts", "app/shells/public-frame.test.tsx", [
    ["HOME-3", "StaticRouter, { location: at }", 'StaticRouter, { location: "/" }'],
  ]),
  ...mutationsOf(
    "app/platform/online-payments/paystack.server.ts",
    "app/platform/online-payments/paystack.test.ts",
    [["ONLINE-1", "if (new URL(page).origin !== checkoutOrigin)", 'if (new URL(page).origin === "")']],
  ),
  ...mutationsOf("app/platform/files/clean-picture.server.ts", "app/platform/files/clean-picture.test.ts", [
    ["PICTURE-1", "const MAX_ASPECT = 20;", "const MAX_ASPECT = 200;"],
  ]),
  ...mutationsOf("app/languages/translations.server.ts", "app/languages/translations.test.ts", [
    ["RECEIVER-9", 'page === "track" ? track : { ...track, ...receiver }', "track"],
  ]),
  ...mutationsOf("app/platform/files/files.server.ts", "app/platform/files/files.test.ts", [
    ["RUN-8", "throw new FileNotStored(error);", "throw error;"],
  ]),
  ...mutationsOf("app/platform/tables/table-file.server.ts", "app/platform/tables/table-file.test.ts", [
    ["TABLE-3", "if (end.index - from > MAX_LINE)", "if (end.index - from > 10 * MAX_LINE)"],
  ]),
  ...mutationsOf("app/platform/barcodes.server.ts", "app/platform/barcodes.test.ts", [
    ["WAYBILL-1", "if (index % 2 === 0) path +=", "if (index % 2 === 1) path +="],
    ["WAYBILL-4", "if (run > 0) path +=", "if (run > 1) path +="],
  ]),
  ...mutationsOf("server/http/client-address.ts", "server/http/client-address.test.ts", [
    ["WEB-4", '.slice(0, 4).join(":")', '.slice(0, 5).join(":")'],
  ]),
  ...mutationsOf("app/platform/company/issuer.server.ts", "app/platform/company/issuer.operations.test.ts", [
    ["PAY-3", ".where(gt(formerIssuers.until, at))\n", ""],
  ]),
];
