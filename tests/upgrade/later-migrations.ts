import * as original from "../../server/db/migrations.ts";
import { withLater } from "./with-later.ts";

/** What processes with `later-release-hook.ts` get in place of the shop's migrations. */
export const { baseName, migrations } = withLater(original);
