/** HOOK-5: the owner's webhook endpoints, live and in the sandbox, for the API key page. */
import { KEY_MODES } from "../../domain/api-keys.ts";
import type { AnyOperation } from "../../platform/operations/operation.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { KeyMaker } from "../../access/key-owner.server.ts";
import { readEndpoints, replayMessages, resendMessage } from "./endpoints-operations.server.ts";
import { isReplay } from "./replays.ts";
import { readDeliveries } from "./webhook-endpoints.server.ts";

type Owner = KeyMaker;
const SHOWN = 10;

/**
 * Returns the `Services` with the database of this mode: the sandbox for 'test', otherwise the live database. Null in
 * test mode if the owner has no test key (`tests`) or there is no sandbox.
 */
export const servicesOf = async (
  services: Services,
  mode: string,
  tests: boolean,
): Promise<Services | null> =>
  mode === "test" ? (tests && services.sandbox ? services.sandbox.open() : null) : services;

/** Reads the owner's endpoints in both modes. `shown` is the endpoint whose deliveries the page shows. */
export async function readOwnWebhooks(
  services: Services,
  owner: Owner,
  { storeId, tests, shown }: { storeId: string; tests: boolean; shown: string },
) {
  const lists = await Promise.all(
    KEY_MODES.map(async (mode) => {
      const there = await servicesOf(services, mode, tests);
      const found = there && (await readEndpoints.receive(there, owner, { storeId }, ""));
      return found?.ok ? found.rows.map((row) => ({ mode, row, there })) : [];
    }),
  );
  return Promise.all(
    lists.flat().map(async ({ mode, row: { id, url, events, enabled, failingSince }, there }) => ({
      ...{ mode, id, url, events, enabled, failingSince },
      deliveries: id === shown && there ? await deliveriesOf(there, owner, { id, storeId }) : null,
    })),
  );
}
export type OwnWebhook = Awaited<ReturnType<typeof readOwnWebhooks>>[number];

async function deliveriesOf(services: Services, owner: Owner, of: { id: string; storeId: string }) {
  const found = await readDeliveries.receive(services, owner, { ...of, limit: SHOWN }, "");
  if (!found.ok) return [];
  return found.rows.slice(0, SHOWN).map(({ id, kind, createdAt, deliveredAt, nextTryAt, all }) => ({
    ...{ id, kind, createdAt, deliveredAt, nextTryAt },
    tries: all.map(({ at, status, problem, ms, answer }) => ({ at, status, problem, ms, answer })),
  }));
}
export type OwnDelivery = NonNullable<OwnWebhook["deliveries"]>[number];

/**
 * Wraps an operation: it runs in the live or the sandbox database, as the form's field `mode` says. `read` turns the
 * form's fields into the operation's input.
 */
const inMode = <Out extends { ok: true }>(
  operation: AnyOperation<Owner, Out>,
  read: (sent: Record<string, unknown>, services: Services) => object = (sent) => sent,
): AnyOperation<Owner, Out> => ({
  ...operation,
  receive: async (services, owner, sent, key) => {
    const form = sent as Record<string, unknown>;
    const there = await servicesOf(services, String(form["mode"]), true);
    return operation.receive(there ?? services, owner, read(form, services), key);
  },
});

export const resendOwn = inMode(resendMessage);
/** The page sends a time span in milliseconds. The operation needs the start of the span as a point in time. */
export const replayOwn = inMode(replayMessages, ({ since, ...form }, { now }) => ({
  ...form,
  since: isReplay(String(since)) ? new Date(now().getTime() - Number(since)).toISOString() : "",
}));
