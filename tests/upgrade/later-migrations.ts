import * as original from "../../server/db/migrations.ts";
import { withLater } from "./with-later.ts";

/** Processes with `later-release-hook.ts` import this in place of the shop's migrations. */
export const { baseName, migrations } = withLater(original);
