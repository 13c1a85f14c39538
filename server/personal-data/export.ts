import type { Db } from "../db/tables.ts";
import { avatarUrl } from "../media/avatars.ts";
import { personalRows } from "./queries/export.ts";
import type { SubjectRecords } from "./queries/subject.ts";

/**
 * All stored data of a person as one JSON document for people and programs: times in ms since 1970,
 * amounts in cents. Pictures are given by their addresses below `publicUrl`.
 */
export async function exportPerson(db: Db, subject: SubjectRecords, { publicUrl, now }: { publicUrl: string; now: number }) {
  const rows = await personalRows(db, subject);
  const pictures = (rows.account ?? []).flatMap(({ avatar }) =>
    typeof avatar === "string" ? [`${publicUrl}${avatarUrl(avatar)}`] : [],
  );
  return {
    exportedAt: new Date(now).toISOString(),
    units: { times: "ms since 1970-01-01 UTC", amounts: "cents" },
    pictures,
    ...rows,
  };
}
