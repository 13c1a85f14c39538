import type { Db } from "../db/tables.ts";
import { hasTotp } from "../identity/factors/totp.ts";
import { staffSubject } from "./people.ts";

/** Whether signing in takes more than a password. */
export const hasSecondStep = (db: Db, staffId: string): Promise<boolean> => hasTotp(db, staffSubject(staffId));
