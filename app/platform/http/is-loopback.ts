/** True for a name or address by which a machine reaches itself. */
export const isLoopback = (host: string): boolean =>
  ["localhost", "::1", "[::1]"].includes(host) || /^127(\.\d{1,3}){3}$/.test(host);
