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
  # .dockerignore lets none of these in. Where one is here nevertheless, the image would carry it to all who have the image.
  found=$(find . -path ./node_modules -prune -o \( -name secrets -o -name certificates -o -name '.env*' -o -name '*.pem' \
    -o -name '*.key' -o -name '*.backup' -o -path ./data -o -path ./.git \) -print)
  if [ -n "$found" ]; then
    echo "These must not become a part of the image; build it with the .dockerignore of the sources:" >&2
    echo "$found" >&2
    exit 1
  fi
  npm ci --include=dev --include=optional --no-audit --no-fund --loglevel=error
  node scripts/run.mjs --built
  npm prune --omit=dev --no-audit --no-fund --loglevel=error
  # What only compilers and debuggers read, a quarter of it all.
  find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.md' \) -delete
  rm -rf node_modules/node-linux-*/include node_modules/node-linux-*/share
  # One name for the pinned Node.js on every kind of processor.
  ln -sf node_modules/node-linux-*/bin/node node
  ;;
*)
  echo "image.sh system|build" >&2
  exit 2
  ;;
esac
