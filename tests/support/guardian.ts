// Stands by a run of tests, and clears up after it when it is killed.
import { exitWithParent } from "../../server/parent.ts";
import { endRun } from "./started.ts";

const [, , runFolder = ""] = process.argv;
exitWithParent(() => {
  endRun(runFolder);
  process.exit();
});
