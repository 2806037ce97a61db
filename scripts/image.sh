#!/bin/sh
# The steps of the container image: the Dockerfile runs them, and test/resilience/image.test.ts runs the same in a chroot.
#   image.sh system    what the running image needs of Debian, and its user
#   image.sh build     install, build, and leave out what only building needs; run in the folder of the sources
set -eu
case "$1" in
system)
  apt-get update
  apt-get install -y --no-install-recommends ca-certificates libatomic1
  rm -rf /var/lib/apt/lists/*
  groupadd --gid 10001 ona
  useradd --uid 10001 --gid ona --no-create-home --home-dir /data --shell /usr/sbin/nologin ona
  install -d -o ona -g ona -m 700 /data
  ;;
build)
  npm ci --include=dev --include=optional --no-audit --no-fund --loglevel=error
  node scripts/run.mjs --built
  npm prune --omit=dev --no-audit --no-fund --loglevel=error
  # What only compilers and debuggers read, a quarter of it all.
  find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.md' \) -delete
  rm -rf node_modules/node-linux-*/include node_modules/node-linux-*/share
  # One name for the pinned Node.js on every kind of processor.
  ln -sf node_modules/node-linux-*/bin/node node
  rm -rf .git test bench docs/pictures
  ;;
*)
  echo "image.sh system|build" >&2
  exit 2
  ;;
esac
