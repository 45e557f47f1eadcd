#!/bin/sh
# Copies what a running Candor needs from a built checkout: deploy/runtime-tree.sh CHECKOUT TARGET [every]
# onnxruntime-node brings binaries of five platforms; only this machine's CPU ones are kept, unless `every` is asked for.
set -eu
from="$1"
to="$2"
platforms="${3:-this}"
mkdir -p "$to"
for each in package.json README.md LICENSE NOTICE dist migrations schema weights sample node_modules; do
  [ ! -e "$from/$each" ] || cp -R "$from/$each" "$to/"
done
cd "$to/node_modules"
case "$(uname -m)" in aarch64 | arm64) cpu=arm64 ;; *) cpu=x64 ;; esac
[ "$platforms" = every ] || for bin in onnxruntime-node/bin/napi-v*; do
  find "$bin" -mindepth 1 -maxdepth 1 ! -name linux -exec rm -rf {} +
  find "$bin/linux" -mindepth 1 -maxdepth 1 ! -name "$cpu" -exec rm -rf {} +
  # Providers for graphics cards, which nothing here asks for.
  find "$bin/linux" \( -name '*cuda*' -o -name '*tensorrt*' -o -name '*webgpu*' -o -name '*dml*' \) -exec rm -rf {} +
done
# For people who read code, not for a process.
find . \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.tsbuildinfo' \) -type f -delete
find . -type d \( -name test -o -name tests -o -name __tests__ -o -name docs -o -name example -o -name examples \) -path './*/*' -prune -print \
  | while read -r folder; do [ -e "$folder/package.json" ] || rm -rf "$folder"; done
rm -rf .cache .bin
# What only a checkout uses (tsx runs the sources), and copies in forms that nobody here loads.
rm -rf tsx esbuild @esbuild get-tsconfig gpt-tokenizer/src gpt-tokenizer/esm js-tiktoken/dist/ranks
