// `npm run check` runs this. It checks every value, partial and island that a template names
// against the type of the template's values.
import { join } from "node:path";
import { checkViews } from "./check-views.ts";

const root = join(import.meta.dirname, "../../..");
const faults = await checkViews({
  directory: join(root, "views"),
  islands: join(root, "islands"),
  server: join(root, "server"),
  layouts: join(root, "server/web/page.ts"),
  scratch: join(root, "test-results/views"),
});
for (const line of faults) console.log(line);
process.exitCode = faults.length > 0 ? 1 : 0;
