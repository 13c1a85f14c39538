// Waits beside a run of tests, and cleans up when the run ends or is killed.
import { exitWithParent } from "../../server/parent.ts";
import { endRun } from "./started.ts";

const [, , runFolder = ""] = process.argv;
exitWithParent(() => {
  endRun(runFolder);
  process.exit();
});
