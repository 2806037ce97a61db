/** API-2: the document of the API is valid OpenAPI 3.1, and has an example for each body. */
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import { refuse as refuseOfApi } from "../endpoints/messages.ts";
import { isProblemCode, PROBLEM_CODES, problemType } from "../endpoints/problem-codes.ts";
import { refuse as refuseOfWebhooks } from "../webhooks/messages.ts";
import { ENDPOINTS } from "./endpoints.server.ts";
import { openApiDocument } from "./openapi.server.ts";

test("[API-2] the document passes the linter without a word", async () => {
  const config = await createConfig({
    extends: ["recommended"],
    rules: { "no-server-example.com": "off", "operation-2xx-response": "error" },
  });
  const source = JSON.stringify(openApiDocument("https://ona.example", "1.0.0"));
  const problems = await lintFromString({ source, config, absoluteRef: "openapi.json" });
  const { paths: _, ...without } = openApiDocument("https://ona.example", "1.0.0");
  const faulty = JSON.stringify({ ...without, webhooks: undefined, tags: [{ name: "x" }, { name: "x" }] });
  expect(await lintFromString({ source: faulty, config, absoluteRef: "openapi.json" })).not.toEqual([]);
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
    [],
  );
});

test("[API-2] each body has an example that its schema takes, and each endpoint a name of its own", () => {
  for (const { id, body, examples } of ENDPOINTS) {
    if (!body) continue;
    expect(Object.keys(examples ?? {}), id).not.toEqual([]);
    for (const example of Object.values(examples ?? {}))
      expect(body.safeParse(example).error, id).toBeUndefined();
  }
  expect(new Set(ENDPOINTS.map(({ id }) => id)).size).toBe(ENDPOINTS.length);
});

test("[API-2] each reason of the API and of webhooks has a line in the list of codes, in the order of status", () => {
  const reasons = [...refuseOfApi.reasons, ...refuseOfWebhooks.reasons];
  expect(reasons.filter((reason) => !isProblemCode(reason))).toEqual([]);
  const statuses = Object.values(PROBLEM_CODES).map(({ status }) => status);
  expect(statuses).toEqual(statuses.toSorted((a, b) => a - b));
  expect([problemType("busy"), problemType("toString")]).toEqual([
    "/developers#busy",
    "/developers#problems",
  ]);
});
