#!/usr/bin/env node
// The command of the packed package. npm wants its file before prepack.mjs has compiled the rest.
await import(new URL("dist/cli/main.js", import.meta.url).href);
