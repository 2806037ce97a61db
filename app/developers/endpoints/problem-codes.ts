/** API-2: every code of a problem, with its status and advice for a program's author. /developers lists them all. */
export type CodeFacts = { status: number; todo: string };

export const PROBLEM_CODES = {
  broken_body: { status: 400, todo: "The body arrived cut. Send it again with the same idempotency key." },
  no_idempotency_key: {
    status: 400,
    todo: "Send the header Idempotency-Key, a new random text for each new request.",
  },
  no_json: { status: 400, todo: "Send a body that is JSON in UTF-8." },
  wrong_idempotency_key: { status: 400, todo: "Use 1 to 255 printable characters." },
  no_key: { status: 401, todo: "Send Authorization: Bearer and your key." },
  wrong_key: { status: 401, todo: "Check the key. It is mistyped, revoked or unknown: make a new one." },
  key_in_a_page: { status: 403, todo: "Call us from your server, revoke this key and make another." },
  key_may_only_read: { status: 403, todo: "Use a key that may write." },
  no_labels: { status: 404, todo: "Check the codes. One of them is not yours, or has no label." },
  no_such_endpoint: { status: 404, todo: "Check method and path against this page." },
  not_found: { status: 404, todo: "Check the code or id. Do not repeat the request." },
  unknown_booking: { status: 404, todo: "Check the code, and whether the key is the one that booked." },
  unknown_delivery: { status: 404, todo: "Take the id from the deliveries. Old ones are removed." },
  unknown_endpoint: { status: 404, todo: "Take the id from your webhook endpoints." },
  method_not_allowed: { status: 405, todo: "Use a method that the header Allow names." },
  idempotency_key_reused: {
    status: 409,
    todo: "Draw a new key for each new request, and send a repeat unchanged.",
  },
  in_progress: { status: 409, todo: "Wait for Retry-After, then send it again with the same key." },
  not_pending: { status: 409, todo: "We have the parcel, so it cannot be cancelled any more. Call us." },
  reference_exists: {
    status: 409,
    todo: "The order is booked: go on with booking_code, or use another reference.",
  },
  too_many_endpoints: { status: 409, todo: "Delete a webhook endpoint, then add another." },
  was_cancelled: { status: 409, todo: "Nothing: the booking is cancelled already." },
  too_large: { status: 413, todo: "Send a smaller body, or fewer bookings at once." },
  not_json: { status: 415, todo: "Send Content-Type: application/json." },
  closed_hub: { status: 422, todo: "Name another hub, or leave drop_off_hub out." },
  invalid: { status: 422, todo: "Put right each field of errors, then send it with a new idempotency key." },
  no_collect_for_business: { status: 422, todo: "Leave collect out, or use a key that is not a business's." },
  no_test_speed: { status: 422, todo: "Leave test_speed out, or use a test key." },
  nobody_collects: { status: 422, todo: "Leave pays_delivery out: the sender pays before pickup." },
  not_a_member: { status: 422, todo: "Name another payer in pays_delivery." },
  not_on_account: {
    status: 422,
    todo: "Read detail: the business's account cannot take this booking. Name another payer.",
  },
  only_for_business: {
    status: 422,
    todo: "Leave cost_centre and the payer account out, or use a business's key.",
  },
  too_many_labels: { status: 422, todo: "Ask for fewer codes at once." },
  unknown_field: { status: 422, todo: "Leave out what errors names, or correct its spelling." },
  unknown_state: { status: 422, todo: "Write one of the 36 states or FCT, one that we serve." },
  unserved: { status: 422, todo: "We do not serve this state. Do not repeat the request." },
  wrong_collect: { status: 422, todo: "Read errors for the amounts that can be collected." },
  wrong_url: { status: 422, todo: "Use a public https address on port 443 or 8443." },
  locked: { status: 423, todo: "The site is closed for now. Try again later; webhooks go on." },
  day_is_full: { status: 429, todo: "Wait for Retry-After, the next day in Lagos, or ask us for more." },
  rate_limited: { status: 429, todo: "Wait for Retry-After, then send it again." },
  internal: {
    status: 500,
    todo: "Send it again with the same idempotency key. If it stays, tell us the request_id.",
  },
  busy: { status: 503, todo: "Wait for Retry-After, then send it again." },
  no_sandbox: { status: 503, todo: "There is no sandbox here now. Use a live key." },
  too_late: { status: 503, todo: "Send it again with the same idempotency key." },
  try_again: { status: 503, todo: "Send it again in a moment." },
  unavailable: { status: 503, todo: "Wait for Retry-After, then send it again with the same key." },
} as const satisfies Readonly<Record<string, CodeFacts>>;

export type ProblemCode = keyof typeof PROBLEM_CODES;
export const isProblemCode = (code: string): code is ProblemCode => Object.hasOwn(PROBLEM_CODES, code);

/** The id on /developers of the list of all codes. */
export const CODES_ID = "problems";
/** The address of a code's line on /developers. A code without a line leads to the list. */
export const problemType = (code: string): string => `/developers#${isProblemCode(code) ? code : CODES_ID}`;
