# The product as a container image. The steps are in scripts/image.sh, which a test runs in a chroot; docs/operations.md
# says how to run it. It writes to /data and /tmp alone, and runs as a user without rights.
FROM node:24-bookworm-slim AS build
WORKDIR /srv/ona
COPY . .
RUN sh scripts/image.sh build

FROM debian:bookworm-slim
COPY scripts/image.sh /tmp/image.sh
RUN sh /tmp/image.sh system && rm /tmp/image.sh
COPY --from=build /srv/ona /srv/ona
WORKDIR /srv/ona
USER ona
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
# Whether the process answers, not whether its database does: starting it again would not bring that back.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --start-interval=2s CMD ["./node", "scripts/health.mjs"]
CMD ["./node", "--max-semi-space-size=32", "--import=./scripts/compile-cache.mjs", "server/main.ts"]
