// `npm pack` runs this script at its end: it puts back the description that prepack.mjs set aside.
import { renameSync } from "node:fs";
import { join } from "node:path";

renameSync(join(import.meta.dirname, "package.own.json"), join(import.meta.dirname, "package.json"));
