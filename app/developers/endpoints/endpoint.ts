/**
 * API-2: declares an API endpoint. The declaration makes the route, the request checks, the document
 * (openapi.server.ts) and the contract test.
 */
import type * as z from "zod";
import type { ApiClient } from "../../access/actor.ts";
import type { Services } from "../../platform/services.server.ts";

/** The client of the request's API key. Null for a request without a key. */
export type Caller = ApiClient | null;

export type ApiCall<Body, Query, Who> = {
  services: Services;
  caller: Who;
  ip: string;
  /** The path parameters by name. */
  path: Readonly<Record<string, string>>;
  query: Query;
  body: Body;
  /** The idempotency key. Empty if the request has no idempotency key. */
  key: string;
};

export type Answer =
  | { status: 200 | 201 | 202; json: object; replayed?: boolean }
  | { status: 200; bytes: Uint8Array<ArrayBuffer>; type: string; name: string }
  | { status: 204 };

type Described = {
  method: "get" | "post" | "patch" | "delete";
  /** The path below /api/v1. Parameters stand in braces. */
  path: `/${string}`;
  /** The operation's name in the document, and the function's name in a generated client. */
  id: string;
  summary: string;
  /** A longer description in plain sentences. */
  text?: string;
  tag: string;
  /** The rule for the idempotency key: required or optional. Without this field the endpoint accepts no key. */
  key?: "required" | "optional";
  /** The problem statuses of this endpoint, in addition to those of every endpoint. */
  problems?: readonly (400 | 404 | 409 | 422)[];
  /** The status and the content of a success. The content is a registered schema, a media type or nothing. */
  success: { status: 200 | 201 | 202 | 204; schema?: z.ZodType; media?: string; text: string };
  /** Examples of the body, each with a short name as its key. */
  examples?: Readonly<Record<string, object>>;
  /** The maximum size of the body, in bytes. */
  bodyLimit?: number;
};

type Shapes<Body extends z.ZodType, Query extends z.ZodType> = {
  /** The schema of the body. It must have no transforms, because the OpenAPI document cannot show them. */
  body?: Body;
  query?: Query;
};

export type Endpoint = Described & {
  body?: z.ZodType;
  query?: z.ZodType;
  /** `none` means that no API key is needed. */
  access: "none" | "read" | "write";
  handle: (call: ApiCall<unknown, unknown, Caller>) => Promise<Answer | ApiProblem>;
};

/** A refusal as a problem (RFC 9457). */
export type ApiProblem = {
  problem: {
    status: number;
    code: string;
    detail: string;
    errors?: { pointer: string; detail: string }[];
    more?: Readonly<Record<string, unknown>>;
    retryAfterSeconds?: number;
  };
};

export const endpoint = <Body extends z.ZodType, Query extends z.ZodType>(
  declared: Described &
    Shapes<Body, Query> & {
      access: "read" | "write";
      handle: (call: ApiCall<z.output<Body>, z.output<Query>, ApiClient>) => Promise<Answer | ApiProblem>;
    },
): Endpoint => declared as unknown as Endpoint;

/** Declares an endpoint that also answers without a key. */
export const openEndpoint = <Body extends z.ZodType, Query extends z.ZodType>(
  declared: Described &
    Shapes<Body, Query> & {
      handle: (call: ApiCall<z.output<Body>, z.output<Query>, Caller>) => Promise<Answer | ApiProblem>;
    },
): Endpoint => ({ ...declared, access: "none" }) as unknown as Endpoint;
