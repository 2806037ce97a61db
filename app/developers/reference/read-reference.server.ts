/** API-2: the parts of the API document that /developers shows. */
import type { Services } from "../../platform/services.server.ts";
import { API_PATH } from "../endpoints/api-path.ts";
import { ENDPOINTS } from "./endpoints.server.ts";
import { NEW_BOOKING_EXAMPLE } from "../endpoints/examples.ts";
import { PROBLEM_CODES, type CodeFacts } from "../endpoints/problem-codes.ts";
import { problemStatuses } from "./openapi.server.ts";
import { TEST_PHONE_ENDS } from "../sandbox/test-phones.ts";
import { quickStartsOf } from "./quick-starts.server.ts";
import { shopsOf } from "./shops/shops.server.ts";

const ACCESS = {
  none: "Needs no key.",
  read: "Needs a key.",
  write: "Needs a key that may write.",
};

export type ShownOperation = {
  id: string;
  method: string;
  path: string;
  summary: string;
  text: string | null;
  access: string;
  success: string;
  statuses: string;
  example: string | null;
};

const OPERATIONS = ENDPOINTS.map((endpoint): ShownOperation & { tag: string } => ({
  id: endpoint.id,
  tag: endpoint.tag,
  method: endpoint.method.toUpperCase(),
  path: API_PATH + endpoint.path,
  summary: endpoint.summary,
  text: endpoint.text ?? null,
  access: ACCESS[endpoint.access],
  success: `${endpoint.success.status}: ${endpoint.success.text.replace(/\.$/, "")}`,
  statuses: problemStatuses(endpoint).join(", "),
  example: endpoint.examples ? JSON.stringify(Object.values(endpoint.examples)[0], null, 2) : null,
}));

const CODES = Object.entries<CodeFacts>(PROBLEM_CODES).map(([code, { status, todo }]) => ({
  code,
  status,
  todo,
}));

export const readReference = ({ origin }: Pick<Services, "origin">) => ({
  tags: [...Map.groupBy(OPERATIONS, ({ tag }) => tag)].map(([name, operations]) => ({ name, operations })),
  quickStarts: quickStartsOf(origin + API_PATH, NEW_BOOKING_EXAMPLE),
  shops: shopsOf(origin + API_PATH, NEW_BOOKING_EXAMPLE.sender),
  codes: CODES,
  testPhones: TEST_PHONE_ENDS.map(([phone, end]) => ({ phone, end })),
  document: `${API_PATH.replace(/\/v1$/, "")}/openapi.json`,
  widget: `<iframe src="${origin}/widget/OD12345678NG" title="Where your parcel is" width="360" height="260" loading="lazy"></iframe>`,
});
