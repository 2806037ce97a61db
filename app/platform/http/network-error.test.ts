import { expect, test } from "vitest";
import { withFormError } from "./network-error.ts";

const OWN = "Booking failed. There was a problem with your submission. Please try again.";
const PROXYS = "<html><body><h1>Bad Gateway</h1></body></html>";

/** The message that a form shows after this response to its action. */
async function said(status: number, body: unknown, shown: Parameters<typeof withFormError>[2]) {
  const request = new Request("http://localhost/book", {
    method: "POST",
    body: new URLSearchParams({ name: "Ada", idempotencyKey: "key" }),
  });
  // The error object that React Router creates for such a response.
  const response = { status, statusText: "", internal: false, data: body };
  const result = await withFormError(request, () => Promise.reject(response), shown);
  if (!("data" in result)) throw new Error("the action did not fail");
  return result.data;
}

test.each([500, 502, 504, 520])(
  "a proxy's page with %i says nothing: the form's own text comes first",
  async (status) => {
    expect(await said(status, PROXYS, OWN)).toEqual({
      errors: { form: OWN },
      values: { name: "Ada", idempotencyKey: "key" },
      key: "key",
      problem: null,
    });
    const toast = { title: "Signup error", text: "An unexpected error occurred. Please try again." };
    expect(await said(status, PROXYS, toast)).toMatchObject({ errors: {}, problem: toast });
  },
);

test("a status that says what to do, and the product's own words, are shown instead", async () => {
  expect((await said(413, PROXYS, OWN)).errors["form"]).toBe(
    "That is too large. Choose a smaller file, or write less.",
  );
  expect((await said(503, PROXYS, OWN)).errors["form"]).toMatch(/Nothing is lost\. Wait a few seconds/);
  expect((await said(502, "The reason.", OWN)).errors["form"]).toBe("The reason.");
});
