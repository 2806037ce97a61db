import { expect, test, vi } from "vitest";
import { tellForged } from "./payment-webhook.ts";

test("[ONLINE-2] forged messages write one line a minute, with their number", () => {
  const warn = vi.fn();
  for (let n = 0; n < 1000; n++) tellForged({ warn }, n * 59);
  tellForged({ warn }, 60_000);
  tellForged({ warn }, 120_001);
  expect(warn.mock.calls.map(([about]) => about as object)).toMatchObject([
    { messages: 1 },
    { messages: 1000 },
    { messages: 1 },
  ]);
});
