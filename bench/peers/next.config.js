/** PEER_COMPRESS=no switches Next.js's own gzip off. */
export default {
  compress: process.env.PEER_COMPRESS !== "no",
  turbopack: { root: import.meta.dirname },
  outputFileTracingRoot: import.meta.dirname,
};
