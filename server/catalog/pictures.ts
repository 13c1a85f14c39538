import type { Db } from "../db/tables.ts";
import { isPicture } from "./queries/pictures.ts";

/** Whether some product shows the drawing with this key. */
export const hasPicture = (reader: Db, key: string): Promise<boolean> => isPicture(reader, key);
