/**
 * API-2: the declaration of an API endpoint. It makes the route, the checks of requests, the document
 * (openapi.server.ts) and the contract test.
 */
import type * as z from "zod";
import type { ApiClient } from "../../access/actor.ts";
import type { Services } from "../../platform/services.server.ts";

/** Who sends a request: the client of a key, or anybody at an IP address where no key is needed. */
export type Caller = ApiClient | null;

export type Call<Body, Query, Who> = {
  services: Services;
  caller: Who;
  ip: string;
  /** The values in the path, by name. */
  path: Readonly<Record<string, string>>;
  query: Query;
  body: Body;
  /** The idempotency key; empty if the request has none. */
  key: string;
};

export type Answer =
  | { status: 200 | 201 | 202; json: object; replayed?: boolean }
  | { status: 200; bytes: Uint8Array<ArrayBuffer>; type: string; name: string }
  | { status: 204 };

type Described = {
  method: "get" | "post" | "patch" | "delete";
  /** The path below /api/v1, with its parameters in braces. */
  path: `/${string}`;
  /** The name of the operation in the document, and of the function in a generated client. */
  id: string;
  summary: string;
  /** More about it, in plain sentences. */
  text?: string;
  tag: string;
  /** Whether an idempotency key must, may or cannot be sent. */
  key?: "required" | "optional";
  /** The statuses of problems that the endpoint declares beside those that all have. */
  problems?: readonly (400 | 404 | 409 | 422)[];
  /** The status of a success, and its content: a registered schema, a media type, or nothing. */
  success: { status: 200 | 201 | 202 | 204; schema?: z.ZodType; media?: string; text: string };
  /** Examples of the body, by a short name. */
  examples?: Readonly<Record<string, object>>;
  /** The largest body in bytes. */
  bodyLimit?: number;
};

type Shapes<Body extends z.ZodType, Query extends z.ZodType> = {
  /** The schema of the body: without transforms, so that it can be written into the document. */
  body?: Body;
  query?: Query;
};

export type Endpoint = Described & {
  body?: z.ZodType;
  query?: z.ZodType;
  /** `none`: no key is needed. */
  access: "none" | "read" | "write";
  handle: (call: Call<unknown, unknown, Caller>) => Promise<Answer | Refused>;
};

/** A refusal as a problem (RFC 9457). */
export type Refused = {
  problem: {
    status: number;
    code: string;
    detail: string;
    errors?: { pointer: string; detail: string }[];
    more?: Readonly<Record<string, unknown>>;
    retryAfterSeconds?: number;
  };
};

/** Declares an endpoint that needs a key. */
export const endpoint = <Body extends z.ZodType, Query extends z.ZodType>(
  declared: Described &
    Shapes<Body, Query> & {
      access: "read" | "write";
      handle: (call: Call<z.output<Body>, z.output<Query>, ApiClient>) => Promise<Answer | Refused>;
    },
): Endpoint => declared as unknown as Endpoint;

/** Declares an endpoint that answers without a key, too. */
export const openEndpoint = <Body extends z.ZodType, Query extends z.ZodType>(
  declared: Described &
    Shapes<Body, Query> & {
      handle: (call: Call<z.output<Body>, z.output<Query>, Caller>) => Promise<Answer | Refused>;
    },
): Endpoint => ({ ...declared, access: "none" }) as unknown as Endpoint;
