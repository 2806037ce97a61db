/** The buttons of the API key page: each button's operation and answer. */
import { button, type Buttons } from "../../platform/http/form-action.server.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import type { ActionResult } from "../../platform/http/result.ts";
import { replayOwn, resendOwn } from "../webhooks/own-webhooks.server.ts";
import type { KeyMaker } from "../../access/key-owner.server.ts";
import { makeApiKey, revokeApiKey } from "./keys.server.ts";

/** Only the first answer to the form has the text of the new key. A form sent twice gets an empty text. */
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
