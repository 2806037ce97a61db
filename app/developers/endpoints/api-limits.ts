/** API-1, API-5: the limits of requests to the API. */
import { MINUTE, rateLimit } from "../../platform/limits/rate-limit.ts";

export const REQUESTS_PER_KEY = rateLimit("apiPerKey", 1200, MINUTE);
/** Limits the price requests without an API key from one IP address. */
export const QUOTES_PER_IP = rateLimit("quotePerIp", 60, MINUTE);
