/** PEER_COMPRESS=no: without Next's own gzip. */
export default {
  compress: process.env.PEER_COMPRESS !== "no",
  turbopack: { root: import.meta.dirname },
  outputFileTracingRoot: import.meta.dirname,
};
