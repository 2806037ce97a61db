/** API-2: the parts of the API document that /developers shows. */
import {
  ANSWER_MS,
  DISABLE_AFTER_MS,
  KEEP_WEBHOOK_DAYS,
  MOST_ENDPOINTS,
  TRY_AFTER_MS,
  USUAL_EVENTS,
  WEBHOOK_PORTS,
  WEBHOOK_EVENTS,
} from "../../domain/webhooks.ts";
import { LOOKUPS } from "../../parcels/tracking/tracking-limits.ts";
import type { Services } from "../../platform/services.server.ts";
import { QUOTES_PER_IP, REQUESTS_PER_KEY } from "../endpoints/api-limits.ts";
import { API_PATH } from "../endpoints/api-path.ts";
import type { Endpoint } from "../endpoints/endpoint.ts";
import { ENDPOINTS } from "./endpoints.server.ts";
import { NEW_BOOKING_EXAMPLE } from "../endpoints/examples.ts";
import { PROBLEM_CODES, type CodeFacts } from "../endpoints/problem-codes.ts";
import { openApiDocument, problemStatuses } from "./openapi.server.ts";
import { TEST_PHONE_ENDS } from "../sandbox/test-phones.ts";
import { quickStartsOf } from "./quick-starts.server.ts";
import {
  exampleOf,
  fieldsOf,
  kindOf,
  type Schema,
  type Schemas,
  type ShownField,
} from "./shown-schemas.server.ts";
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
  fields: ShownField[];
  answer: string | null;
};

type Content = Readonly<Record<string, { schema: Schema }>>;
type InDocument = {
  parameters?: { name: string; in: string; required: boolean; description?: string; schema: Schema }[];
  requestBody?: { content: Content };
  responses: Readonly<Record<string, { content?: Content }>>;
};
type Document = {
  paths: Readonly<Record<string, Readonly<Record<string, InDocument>>>>;
  components: { schemas: Schemas };
};

/** Reads the parameters, the body's fields and an example of the answer from the document. */
function fromDocument({ paths, components: { schemas } }: Document, { path, method, success }: Endpoint) {
  const { parameters = [], requestBody, responses } = paths[path]![method]!;
  const body = requestBody?.content["application/json"]?.schema;
  const answer = responses[success.status]?.content?.["application/json"]?.schema;
  return {
    fields: [
      ...parameters.map(({ name, in: where, required: needed, description: text = "", schema }) => ({
        ...{ name, where, kind: kindOf(schema), needed, text },
      })),
      ...(body ? fieldsOf(body, schemas) : []),
    ],
    answer: answer ? JSON.stringify(exampleOf(answer, schemas), null, 2) : null,
  };
}

const DOCUMENT = openApiDocument("", "") as unknown as Document;

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
  ...fromDocument(DOCUMENT, endpoint),
}));

const HOUR_MS = 3_600_000;
const waitText = (ms: number): string =>
  ms < 60_000 ? `${ms / 1000} s` : ms < HOUR_MS ? `${ms / 60_000} min` : `${ms / HOUR_MS} h`;

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
  webhooks: {
    events: WEBHOOK_EVENTS.map((event) => `${event}${USUAL_EVENTS.includes(event) ? " (usual)" : ""}`),
    waits: TRY_AFTER_MS.map(waitText).join(", "),
    ...{ ports: WEBHOOK_PORTS.join(" or "), answerSeconds: ANSWER_MS / 1000 },
    ...{ days: KEEP_WEBHOOK_DAYS, most: MOST_ENDPOINTS, offAfterDays: DISABLE_AFTER_MS / (24 * HOUR_MS) },
  },
  limits: { perKey: REQUESTS_PER_KEY.points, quotes: QUOTES_PER_IP.points, track: LOOKUPS.perIp.points },
  testPhones: TEST_PHONE_ENDS.map(([phone, end]) => ({ phone, end })),
  document: `${API_PATH.replace(/\/v1$/, "")}/openapi.json`,
  widget: `<iframe src="${origin}/widget/OD12345678NG" title="Where your parcel is" width="360" height="290" style="border:0" loading="lazy"></iframe>`,
});
