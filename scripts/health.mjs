/** The container's health check: requests /healthz from the product in the container. The image has no curl. */
import { get } from "node:http";

const asked = get(
  { host: "127.0.0.1", port: process.env.PORT || 3000, path: "/healthz", timeout: 4000 },
  ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1),
);
asked.on("timeout", () => asked.destroy(new Error("no answer in time")));
asked.on("error", ({ message }) => {
  console.error(message);
  process.exit(1);
});
