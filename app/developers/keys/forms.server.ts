/** The buttons of the page with keys: the operation of each, and its answer. */
import { button, type Buttons } from "../../platform/http/form-action.server.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import type { ActionResult } from "../../platform/http/result.ts";
import { replayOwn, resendOwn } from "../webhooks/own-webhooks.server.ts";
import type { KeyMaker } from "../../access/key-owner.server.ts";
import { makeApiKey, revokeApiKey } from "./keys.server.ts";

/** The answer to the form that makes a key: its text, which is shown this once. Empty if the form was sent twice. */
export type MadeKey = ActionResult & { made: { key: string } };

export const KEY_BUTTONS: Buttons<KeyMaker, MadeKey> = {
  make: button<KeyMaker, { ok: true; id: string; key?: string }, MadeKey>({
    operation: makeApiKey,
    respond: ({ key = "" }) => ({
      errors: {},
      values: {},
      key: newIdempotencyKey(),
      problem: null,
      made: { key },
    }),
  }),
  revoke: { operation: revokeApiKey, done: "Key revoked" },
  resend: { operation: resendOwn, done: "It is sent again now" },
  replay: button<KeyMaker, { ok: true; replayed: number }, MadeKey>({
    operation: replayOwn,
    done: ({ replayed }) => ({ type: "success", title: `${replayed} messages are sent again` }),
  }),
};
