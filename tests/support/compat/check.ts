// `npm run check` runs this. It checks that every supported browser has the features that scripts,
// styles and templates use.
import { globSync } from "node:fs";
import { join } from "node:path";
import { exceptions } from "./exceptions.ts";
import { usesInPackage } from "./packages.ts";
import { judgeSelector, ungatedStyles } from "./scripting.ts";
import { usesInScripts } from "./scripts.ts";
import { shippedFiles } from "./shipped.ts";
import { usesInStyles } from "./styles.ts";
import { judge, judgePolicy } from "./unsupported.ts";
import { usesInView } from "./views.ts";

const root = join(import.meta.dirname, "../../..");
const find = (pattern: string) => globSync(pattern, { cwd: root }).map((path) => path.replaceAll("\\", "/"));

const { own, packages } = await shippedFiles(root);
const scripts = [...usesInScripts(root, own), ...packages.flatMap((file) => usesInPackage(root, file))];
const styles = find("static/css/**/*.css");
const pages = [
  ...styles.flatMap((file) => usesInStyles(root, file)),
  // Mail programs, not browsers, read mails.
  ...find("views/**/*.hbs").flatMap((file) => (file.startsWith("views/mail/") ? [] : usesInView(root, file))),
];

const faults = [...judgePolicy(scripts), ...judgeSelector(), ...judge({ scripts, pages }, exceptions)];
faults.push(...styles.flatMap((file) => ungatedStyles(root, file)));
for (const fault of faults) console.log(fault);
const features = new Set([...scripts, ...pages].map(({ feature }) => feature.id));
console.log(`${features.size} features in use, ${exceptions.length} exceptions, ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;
