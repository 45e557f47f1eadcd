#!/bin/sh
# Copies what a running Candor needs from a built checkout: deploy/runtime-tree.sh CHECKOUT TARGET [every]
# onnxruntime-node and fs-native-extensions bring binaries of many platforms; only this machine's CPU ones are kept, unless `every` is asked for.
set -eu
from="$1"
to="$2"
platforms="${3:-this}"
mkdir -p "$to"
for each in package.json README.md LICENSE NOTICE dist migrations schema weights sample node_modules; do
  [ ! -e "$from/$each" ] || cp -R "$from/$each" "$to/"
done
# How the weights came to be: for people, not for a process.
rm -rf "$to/weights/reader/training"
rm -rf "$to/weights/embedder/training"
rm -rf "$to/weights/answers/training"
cd "$to/node_modules"
case "$(uname -m)" in aarch64 | arm64) cpu=arm64 ;; *) cpu=x64 ;; esac
for bin in onnxruntime-node/bin/napi-v*; do
  if [ "$platforms" != every ]; then
    find "$bin" -mindepth 1 -maxdepth 1 ! -name linux -exec rm -rf {} +
    find "$bin/linux" -mindepth 1 -maxdepth 1 ! -name "$cpu" -exec rm -rf {} +
  fi
  # Providers for graphics cards, which nothing here asks for: onnxruntime.dll loads DirectML.dll only when one does (a delayed import), and dxcompiler.dll and dxil.dll for WebGPU.
  find "$bin" \( -name '*cuda*' -o -name '*tensorrt*' -o -name '*webgpu*' -o -iname '*dml*' -o -iname 'directml*' -o -name 'dxcompiler*' -o -name 'dxil*' \) -exec rm -rf {} +
  # A package has no symbolic links: the same 45 MB under two names. The binding links to the shorter one.
  find "$bin" -name 'libonnxruntime.[0-9]*.[0-9]*.dylib' -exec rm -f {} +
done
# The lock of the data folder: binaries of telephones, and those for another program than Node.
locks=fs-native-extensions/prebuilds
rm -rf "$locks"/android-* "$locks"/ios-*
find "$locks" -name '*.bare' -exec rm -f {} +
[ "$platforms" = every ] || find "$locks" -mindepth 1 -maxdepth 1 ! -name "linux-$cpu" -exec rm -rf {} +
# For people who read code, not for a process.
find . ../dist \( -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.tsbuildinfo' -o -name '*.test.*js' \) -type f -delete
find . -type d \( -name test -o -name tests -o -name __tests__ -o -name docs -o -name example -o -name examples \) -path './*/*' -prune -print \
  | while read -r folder; do [ -e "$folder/package.json" ] || rm -rf "$folder"; done
rm -rf .cache .bin
# What only a checkout uses: tsx runs the sources.
rm -rf tsx esbuild @esbuild get-tsconfig
# Only what draws pages needs them: npm keeps those of the checkout as the optional peers of a package that also has hooks for React.
rm -rf react react-dom scheduler
# Copies in forms that nobody here loads.
rm -rf gpt-tokenizer/src gpt-tokenizer/esm luxon/build/amd luxon/build/global luxon/build/cjs-browser mammoth/mammoth.browser*.js
# What counts tokens and tells languages loads one table each (src/knowledge/tokens.ts, src/knowledge/language/language.ts); LangChain imports js-tiktoken/lite alone, and fetches its tables.
rm -rf js-tiktoken/dist/ranks js-tiktoken/dist/index.* gpt-tokenizer/data
find gpt-tokenizer/cjs/bpeRanks -name '*.js' ! -name 'o200k_base.js' -exec rm -f {} +
find eld/src/ngrams -name '*.js' ! -name 'extrasmall.js' -exec rm -f {} +
# The program and these packages import one another as modules; their copies for require are required by nobody but one another.
find @langchain langsmith @modelcontextprotocol @electric-sql -name '*.cjs' -type f -delete
# Extensions of the embedded database that src/db/openEmbedded.ts does not name.
find @electric-sql/pglite/dist -maxdepth 1 -name '*.tar.gz' ! -name btree_gin.tar.gz ! -name pg_trgm.tar.gz ! -name unaccent.tar.gz -exec rm -f {} +
