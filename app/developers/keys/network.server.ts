/** Returns the network of an IP address, as pages show it: '102.89.1.0/24' for IPv4, the first 48 bits for IPv6. */
import ipaddr from "ipaddr.js";

export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return `${parsed.toString().split(".").slice(0, 3).join(".")}.0/24`;
  const parts = (parsed as ipaddr.IPv6).parts.slice(0, 3).map((part) => part.toString(16));
  return `${parts.join(":")}::/48`;
}
