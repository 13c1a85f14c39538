import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The files that take longest, as measured: one that began last would keep the run waiting for itself alone. */
const longest = [
  "tests/web/permissions/permissions.test.ts",
  "tests/start.test.ts",
  "tests/payments/killed-at-random.test.ts",
  "tests/payments/press.test.ts",
  "tests/operations/postgres-away.test.ts",
  "tests/attacks/fuzz.test.ts",
  "tests/upgrade/migrate-command.test.ts",
  "tests/operations/stop.test.ts",
  "tests/operations/fleet.test.ts",
  "tests/upgrade/build-if-changed.test.ts",
  "tests/payments/process-killed.test.ts",
  "tests/backup/backup.test.ts",
];

const isLong = ({ moduleId }: TestSpecification): boolean => longest.some((path) => moduleId.endsWith(path));

/** Begins with these; the others follow in their usual order. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
