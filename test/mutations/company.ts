/**
 * Mutations of the rules about the public pages, the company, the dashboard and the site lock. Longer than 250 lines
 * because it is one list.
 */
import { mutationsOf, type Mutation } from "./mutation.ts";

export const COMPANY_MUTATIONS: Mutation[] = [
  ...mutationsOf("app/company/demo/demo.route.tsx", "test/http/demo.test.ts", [
    ["DEMO-4", 'title="The demo is being made"', 'title="The demo"'],
  ]),
  ...mutationsOf("app/company/marketing/about.route.tsx", "test/http/public-pages.test.ts", [
    [
      "HOME-2",
      "...{ founded, motto, mottoText, values, leaders, story",
      "...{ founded, motto, mottoText, values, leaders: [], story",
    ],
  ]),
  ...mutationsOf("app/company/marketing/three-lanes.server.ts", "test/http/prices.test.ts", [
    ["HOME-4", "formatNaira(Math.min(...prices))", "formatNaira(Math.max(...prices))"],
  ]),
  ...mutationsOf("app/company/contact/send-message.server.ts", "test/http/contact.test.ts", [
    ["CONTACT-2", 'await notify(services, tx, { event: "contact_received", about });', ""],
  ]),
  ...mutationsOf("app/company/contact/limit-messages.server.ts", "test/http/contact.test.ts", [
    [
      "CONTACT-3",
      'if (!limit.ok) return refuseTooMany("Too many messages came from your connection in a short time.", limit);',
      "",
    ],
  ]),
  ...mutationsOf("app/company/contact/purchase-form.ts", "test/http/contact.test.ts", [
    ["CONTACT-4", '  subject: "Custom Purchase",\n', '  subject: "Complaint" as MessageInput["subject"],\n'],
  ]),
  ...mutationsOf("app/company/marketing/hub-map.tsx", "test/http/locations.test.ts", [
    ["HUB-7", 'text: own.map(({ number }) => number).join(" "),', "text: String(own[0]!.number),"],
  ]),
  ...mutationsOf("app/shells/auth-callback.route.tsx", "test/http/people.test.ts", [
    ["LINK-10", "    return failed(NO_CODE);\n", '    throw redirect("/login");\n'],
    ["LINK-4", "here: askedHere(link, browser),", "here: true,"],
  ]),
  ...mutationsOf("app/company/site-lock/open-while-locked.server.ts", "test/http/site-lock.test.ts", [
    [
      "LOCK-2",
      "(path === OPEN_TO_SUPER_ADMINS && asSuperAdmin(session) !== null)",
      "path === OPEN_TO_SUPER_ADMINS",
    ],
  ]),
  ...mutationsOf("app/company/site-lock/site-lock-guard.server.ts", "test/http/site-lock.test.ts", [
    [
      "LOCK-1",
      "if (!lock.active) return next();",
      'if (!lock.active || request.method === "GET") return next();',
    ],
  ]),
  ...mutationsOf("app/company/site-lock/unlock-browser.server.ts", "test/http/site-lock.test.ts", [
    [
      "LOCK-3",
      "const subject = (generation: string) => `site-unlock:${generation}`;",
      "const subject = (generation: string) => `site-unlock:${generation.slice(0, 0)}`;",
    ],
  ]),
  ...mutationsOf("app/company/site-lock/unlock-limits.server.ts", "test/http/limits.test.ts", [
    [
      "LOCK-4",
      'rateLimit("siteUnlockPerBrowser", 5, 15 * MINUTE)',
      'rateLimit("siteUnlockPerBrowser", 50, 15 * MINUTE)',
    ],
  ]),
  ...mutationsOf("app/company/dashboard/first-steps.server.ts", "test/http/first-steps.test.ts", [
    ["STAFF-32", "      done: lists > 0,\n", "      done: lists === 0,\n"],
  ]),
  ...mutationsOf("app/company/dashboard/waiting.server.ts", "test/http/office-menu.test.ts", [
    [
      "STAFF-29",
      "${upTo(sql`${contactMessages} where not is_read`)} as messages,",
      "${upTo(sql`${contactMessages}`)} as messages,",
    ],
  ]),
  ...mutationsOf("app/company/system/system.server.ts", "test/http/system.test.ts", [
    [
      "SYS-1",
      "    queues: queues.filter(hasJobs),\n    failed,\n",
      "    queues: queues.filter(hasJobs),\n    failed: [],\n",
    ],
  ]),
  ...mutationsOf("app/company/details/message-form.ts", "test/http/told-receivers.test.ts", [
    ["TELL-9", "/^[a-z0-9_]{0,100}$/.test(name)", "name.length < 200"],
  ]),
  ...mutationsOf("app/company/dashboard/dashboard.route.tsx", "test/http/reports.test.ts", [
    ["REPORT-5", 'const boss = admin.role === "super_admin";', 'const boss = admin.role !== "support";'],
  ]),
  ...mutationsOf("app/company/details/admin-company.route.tsx", "test/http/company.test.ts", [
    ["COMPANY-9", '? wanted : "names"', '? wanted : "look"'],
  ]),
  ...mutationsOf("app/company/details/change-company.server.ts", "test/http/company.test.ts", [
    ["COMPANY-8", "without.includes(state) || company.unserved.includes(state)", "without.includes(state)"],
  ]),
  ...mutationsOf("app/company/marketing/not-found.tsx", "test/http/public-pages.test.ts", [
    ["WEB-9", '"Oops! Page not found"', '"Not found"'],
  ]),
  ...mutationsOf("app/shells/restricted.tsx", "test/http/admin-team.test.ts", [
    ["STAFF-17", '"Access Denied" : "Access Restricted"', '"Access Denied" : "Access Denied"'],
  ]),
  ...mutationsOf(
    "app/company/marketing/last-week.server.ts",
    "app/company/marketing/last-week.operations.test.ts",
    [["HOME-5", "addDays(startOfLagosWeek(now()), -7)", "startOfLagosWeek(now())"]],
  ),
  ...mutationsOf(
    "app/company/site-lock/site-lock.server.ts",
    "app/company/site-lock/site-lock.operations.test.ts",
    [["LOCK-5", 'await live.tellAll("site-lock", TELL_MS);', ""]],
  ),
  ...mutationsOf(
    "app/company/dashboard/daily-work.server.ts",
    "app/company/dashboard/daily-work.operations.test.ts",
    [["STAFF-25", "[lagosDay(at), lagosDay(addDays(at, -1))]", "[lagosDay(at), lagosDay(addDays(at, -2))]"]],
  ),
  ...mutationsOf("app/company/dashboard/to-do.server.ts", "app/company/dashboard/to-do.operations.test.ts", [
    [
      "STAFF-40",
      "where closed_at is null order by due_at, id limit 1) as worst,",
      "where closed_at is null order by due_at desc, id limit 1) as worst,",
    ],
    ["STAFF-40", "due.today + due.earlier > 0", "due.today > 0"],
    ["STAFF-40", '    if (name === "regular" && !may(role, "approvePickups")) continue;\n', ""],
  ]),
  ...mutationsOf(
    "app/company/dashboard/figures.server.ts",
    "app/company/dashboard/counters.operations.test.ts",
    [["STAFF-5", "`day/${lagosDay(today)}`", "`day/${today.toISOString().slice(0, 10)}`"]],
  ),
  ...mutationsOf("app/company/details/company-forms.ts", "app/company/details/company-forms.test.ts", [
    ["COMPANY-1", '(two) => two !== "RX"', '(two) => two !== "RY"'],
    ["COMPANY-4", "contrastWithInk(colour) >= MIN_CONTRAST", "contrastWithInk(colour) >= 1"],
    ["COMPANY-6", "unserved.length < STATES.length", "unserved.length <= STATES.length"],
    ["COMPANY-7", ".min(1, ATTEMPTS)", ".min(0, ATTEMPTS)"],
  ]),
  ...mutationsOf("app/company/contact/opening-hours.ts", "app/company/contact/opening-hours.test.ts", [
    [
      "COMPANY-3",
      "const today = holiday ? undefined : hoursOnWeekday(weekday, office);",
      "const today = hoursOnWeekday(weekday, office);",
    ],
    ["CONTACT-1", "clock < today.closes)", "clock <= today.closes)"],
  ]),
  ...mutationsOf("app/company/manual/manual.server.ts", "app/company/manual/manual.test.ts", [
    [
      "STAFF-34",
      "MANUAL_PAGES.filter(({ permission }) => may(role, permission))",
      'MANUAL_PAGES.filter(({ permission }) => may("moderator", permission))',
    ],
  ]),
];
