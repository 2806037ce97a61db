/** API-2: the API document (OpenAPI 3.1), made from the endpoint declarations. */
import * as z from "zod";
import { WEBHOOK_EVENTS, type WebhookEvent } from "../../domain/webhooks.ts";
import { API_PATH } from "../endpoints/api-path.ts";
import type { Endpoint } from "../endpoints/endpoint.ts";
import { ENDPOINTS } from "./endpoints.server.ts";
import { PROBLEM_TITLES } from "../endpoints/problem.ts";
import { apiSchemas } from "../endpoints/schemas.ts";
import { messageOf } from "../webhooks/webhook-schemas.ts";

type Json = Record<string, unknown>;

const reference = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const nameOf = (schema: z.ZodType): string => apiSchemas.get(schema)!.id;

const problemAnswer = (status: number): Json => ({
  description: PROBLEM_TITLES[status] ?? "Refused",
  content: { "application/problem+json": { schema: reference("Problem") } },
});

/** The HTTP statuses of errors that every endpoint may return. */
const OF_ALL = [403, 413, 423, 429, 500, 503];
const OF_KEYED = [401];

export const problemStatuses = ({ access, body, key, problems = [] }: Endpoint): number[] =>
  [
    ...new Set([
      ...OF_ALL,
      // An endpoint that needs no key also refuses a wrong key, so every endpoint can return 401.
      ...OF_KEYED,
      ...(body ? [400, 415, 422] : []),
      ...(key ? [400, 409] : []),
      ...(access === "none" ? [] : []),
      422,
      ...problems,
    ]),
  ].toSorted((a, b) => a - b);

const IN_PATH: Readonly<Record<string, string>> = {
  code: "The tracking code.",
  id: "The id of the webhook endpoint.",
  delivery: "The id of the delivery.",
  picture: "The id of the picture, as the proof names it.",
};

const descriptionOf = (schema: unknown): Json => {
  const { description } = schema as { description?: string };
  return description ? { description } : {};
};

function parametersOf({ path, query, key }: Endpoint): Json[] {
  const own = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    ...{ name, in: "path", required: true, schema: { type: "string" } },
    ...(name && IN_PATH[name] && { description: IN_PATH[name] }),
  }));
  const asked = query
    ? (z.toJSONSchema(query, { io: "input" }) as { properties?: Json; required?: string[] })
    : {};
  const asks = Object.entries(asked.properties ?? {}).map(([name, schema]) => ({
    ...{ name, in: "query", required: asked.required?.includes(name) ?? false, schema },
    ...descriptionOf(schema),
  }));
  const header = key && {
    name: "Idempotency-Key",
    in: "header",
    required: key === "required",
    description: "A new random text for each new request; a repeat is sent with the same one.",
    schema: { type: "string", minLength: 1, maxLength: 255 },
  };
  return [...own, ...asks, ...(header ? [header] : [])];
}

function operationOf(endpoint: Endpoint): Json {
  const { id, summary, text, tag, access, body, examples = {}, success } = endpoint;
  const parameters = parametersOf(endpoint);
  const content = success.schema
    ? { "application/json": { schema: reference(nameOf(success.schema)) } }
    : success.media && { [success.media]: { schema: { type: "string", format: "binary" } } };
  const shown = Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }]));
  return {
    operationId: id,
    summary,
    ...(text && { description: text }),
    tags: [tag],
    security: access === "none" ? [{}, { key: [] }] : [{ key: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: true,
        content: { "application/json": { schema: reference(nameOf(body)), examples: shown } },
      },
    }),
    responses: {
      [success.status]: { description: success.text, ...(content && { content }) },
      ...Object.fromEntries(problemStatuses(endpoint).map((status) => [status, problemAnswer(status)])),
    },
  };
}

const webhookOf = (event: WebhookEvent): Json => ({
  post: {
    operationId: `on_${event.replace(".", "_")}`,
    summary: `We tell you: ${event}`,
    tags: ["Webhooks"],
    security: [],
    requestBody: {
      required: true,
      content: { "application/json": { schema: reference(nameOf(messageOf(event))) } },
    },
    responses: {
      "2XX": { description: "Taken. Answer within 15 seconds." },
      "410": { description: "Gone: we switch the endpoint off." },
    },
  },
});

function componentsOf(): Json {
  const { schemas } = z.toJSONSchema(apiSchemas, { uri: (id) => `#/components/schemas/${id}`, io: "input" });
  const named = Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _schema, $id: _id, ...schema }]) => [name, schema]),
  ) as Record<string, Json>;
  const batch = named["NewBatch"] as { properties: { bookings: { items: Json } } };
  batch.properties.bookings.items = reference("NewBooking");
  return named;
}

let made: Json | undefined;

/** Makes the document for an installation at `origin`. */
export function openApiDocument(origin: string, version: string): Json {
  made ??= {
    paths: Object.fromEntries(
      [...Map.groupBy(ENDPOINTS, ({ path }) => path)].map(([path, endpoints]) => [
        path,
        Object.fromEntries(endpoints.map((endpoint) => [endpoint.method, operationOf(endpoint)])),
      ]),
    ),
    webhooks: Object.fromEntries(WEBHOOK_EVENTS.map((event) => [event, webhookOf(event)])),
    components: {
      securitySchemes: {
        key: { type: "http", scheme: "bearer", description: "A key of /profile/developers." },
      },
      schemas: componentsOf(),
    },
  };
  return {
    openapi: "3.1.0",
    info: {
      title: "Delivery API",
      version,
      description:
        "Book, track and print from your own software. Amounts are kobo, times UTC, days Lagos days.",
      license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
    },
    servers: [{ url: origin + API_PATH }],
    tags: [...new Set(ENDPOINTS.map(({ tag }) => tag))].map((name) => ({
      name,
      description: TAGS[name] ?? name,
    })),
    ...made,
  };
}

const TAGS: Readonly<Record<string, string>> = {
  Prices: "What a parcel costs.",
  Bookings: "Making, reading and cancelling bookings.",
  Labels: "Labels to print.",
  Tracking: "Where a parcel is, for everybody who has its code.",
  Webhooks: "Messages to your own server when something happens.",
};
