// Writes docs/openapi.json from every feature's calls.ts; with --check it fails where the file says
// something else.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openapiDocument } from "./openapi-document.ts";

const file = join(import.meta.dirname, "../../docs/openapi.json");
const text = `${JSON.stringify(openapiDocument(), null, 2)}\n`;

if (!process.argv.includes("--check")) writeFileSync(file, text);
else if (!existsSync(file) || readFileSync(file, "utf8") !== text) {
  console.error("docs/openapi.json is not what the calls say: write it anew with npm run openapi");
  process.exitCode = 1;
}
