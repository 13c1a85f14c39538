import type { PictureReport } from "../pictures/fetch-pictures.ts";
import { addressOf } from "../pictures/picture-names.ts";
import { truncated } from "../rules/truncated.ts";
import { counted, formatCount } from "./counts.ts";

/**
 * A group is the pictures that one server did not give for one reason. `named` is the most pictures
 * of a group that are named at the end. `groups` is the most groups, since a file may name any
 * number of servers; each picture of a further group is reported immediately.
 */
const most = { named: 20, groups: 500 };

type Group = { host: string; reason: string; count: number; named: string[] };

type MissingPictures = {
  note: (report: PictureReport) => void;
  /** reports the pictures that were not reported immediately */
  end: () => void;
};

const nameOf = ({ slug, url }: PictureReport): string => `${slug}: ${truncated(url, 200)}`;

/**
 * Reports pictures that could not be fetched. For each server and reason, reports the first picture
 * immediately, and the others together at the end.
 */
export function missingPictures(complain: (line: string) => void): MissingPictures {
  const groups = new Map<string, Group>();
  const note = (report: PictureReport) => {
    const { url, reason } = report;
    const host = addressOf(url)?.host ?? "";
    const group = groups.get(`${host} ${reason}`);
    if (!group) {
      complain(`${nameOf(report)}: ${reason}`);
      if (groups.size < most.groups) groups.set(`${host} ${reason}`, { host, reason, count: 0, named: [] });
      return;
    }
    group.count += 1;
    if (group.named.length < most.named) group.named.push(nameOf(report));
  };
  const end = () => {
    for (const { host, reason, count, named } of groups.values()) {
      if (count === 0) continue;
      complain(`${host === "" ? "" : `${host}: `}${formatCount(count)} more for the same reason: ${reason}`);
      for (const name of named) complain(`  ${name}`);
      if (count > named.length) complain(`  and ${counted(count - named.length, "picture")} more`);
    }
    groups.clear();
  };
  return { note, end };
}
