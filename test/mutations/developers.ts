/** Mutations of the rules about keys, the API and webhooks. Longer than 250 lines because it is one list. */
import { mutationsOf, type Mutation } from "./mutation.ts";

export const DEVELOPERS_MUTATIONS: Mutation[] = [
  ...mutationsOf("app/developers/keys/keys.server.ts", "test/http/api-doors.test.ts", [
    ["API-1", '    await notify(services, tx, { event: "api_key_made", about: { keyId: made!.id } });\n', ""],
  ]),
  ...mutationsOf("app/developers/endpoints/api-booking.server.ts", "test/http/api-doors.test.ts", [
    ["API-3", "sql`${bookings.customerId} = ${userId}::uuid`;", "sql`${userId}::uuid is not null`;"],
  ]),
  ...mutationsOf("app/developers/endpoints/batch.server.ts", "test/http/api.test.ts", [
    ["API-6", "partKey(key, `row ${index}`)", "crypto.randomUUID()"],
  ]),
  ...mutationsOf("app/developers/endpoints/labels.server.ts", "test/http/api-doors.test.ts", [
    [
      "API-7",
      "if (found.waybills.length === 0 || found.unknown.length > 0) return",
      "if (found.waybills.length === 0) return",
    ],
  ]),
  ...mutationsOf("app/developers/sandbox/test-phones.ts", "test/http/sandbox.test.ts", [
    ["API-10", '    { after: 10, kind: "returned", act: "delivered" },\n', ""],
  ]),
  ...mutationsOf("app/developers/keys/staff-keys.server.ts", "test/http/staff-keys.test.ts", [
    [
      "API-11",
      ".where(and(isNull(apiKeys.revokedAt), foundBy(search), where))",
      ".where(and(foundBy(search), where))",
    ],
  ]),
  ...mutationsOf("app/developers/endpoints/create-by-api.server.ts", "test/http/business-keys.test.ts", [
    [
      "API-12",
      'if (businessId === null && (isOnAccount(checked.paysDelivery) || checked.costCentre !== ""))',
      'if (businessId === null && checked.costCentre !== "")',
    ],
  ]),
  ...mutationsOf("app/developers/webhooks/endpoints-operations.server.ts", "test/http/webhooks.test.ts", [
    [
      "HOOK-1",
      ".where(and(eq(webhookEndpoints.id, asked), ofOwner(actor, store)));",
      ".where(eq(webhookEndpoints.id, asked));",
    ],
  ]),
  ...mutationsOf("app/developers/webhooks/secrets.server.ts", "test/http/webhooks.test.ts", [
    ["HOOK-1", "unseal(secret, sealOf(row.id), one) ?? []", 'unseal(secret, sealOf(row.id), one) ?? ""'],
  ]),
  ...mutationsOf("app/developers/webhooks/send-webhooks.server.ts", "test/http/webhooks.test.ts", [
    ["HOOK-4", "new Set([429, 502, 504])", "new Set([502, 504])"],
  ]),
  ...mutationsOf("app/developers/webhooks/own-webhooks.server.ts", "test/http/webhooks.test.ts", [
    ["HOOK-5", "deliveries: id === shown && there ?", "deliveries: id !== shown && there ?"],
  ]),
  ...mutationsOf("app/developers/sandbox/owner-mails.server.ts", "test/http/sandbox.test.ts", [
    ["API-9", "`[Test] ${mail.subject}`", "mail.subject"],
  ]),
  ...mutationsOf(
    "app/developers/endpoints/words-of-event.ts",
    "app/developers/webhooks/webhook-words.operations.test.ts",
    [["HOOK-2", "  if (reason) return failureReason(reason).publicText;\n", ""]],
  ),
  ...mutationsOf(
    "app/developers/webhooks/guarded-post.server.ts",
    "app/developers/webhooks/guarded-post.test.ts",
    [["HOOK-3", "!isPublicAddress(address) && !(loopback", 'address === "" && !(loopback']],
  ),
  ...mutationsOf("app/developers/reference/openapi.server.ts", "app/developers/reference/openapi.test.ts", [
    ["API-2", "    operationId: id,\n", '    operationId: "one",\n'],
  ]),
];
