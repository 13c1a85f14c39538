import type { ExportResult } from "../export.ts";

type Report = ExportResult & { banners: number };
/** `pictureFolder`: undefined if the pictures are not stored as files on this machine. */
type Place = { path: string; pictureFolder: string | undefined; publicUrl: string | undefined };

const some = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** The report of an export for its owner. */
export function reportLines(report: Report, { path, pictureFolder, publicUrl }: Place): string[] {
  const { products, variants, pictures, stored, leftOut } = report;
  const where = path === "-" ? "written" : `written to ${path}`;
  const lines = [`${some(products, "product")} with ${some(variants, "variant")} and ${some(pictures, "picture")} ${where}`];
  for (const { slug, reason } of leftOut) lines.push(`${slug} is not in the file: ${reason}`);
  const unexported = unexportedOf(report);
  if (unexported.length > 0) lines.push(`A product CSV does not include: ${unexported.join(", ")}`);
  if (stored > 0 && publicUrl === undefined)
    lines.push(
      pictureFolder === undefined
        ? `PUBLIC_URL is not set: set it to the address of this shop, from which ${some(stored, "picture")} can be fetched, and export again`
        : `PUBLIC_URL is not set: to import ${some(stored, "picture")} stored by this shop, use import --images ${pictureFolder}`,
    );
  return lines;
}

function unexportedOf({ notExported, banners }: Report): string[] {
  const { retired, reviews, stateRules, values, categories } = notExported;
  const counts: [count: number, one: string, many?: string][] = [
    [retired, "variant no longer sold", "variants no longer sold"],
    [reviews, "review"],
    [stateRules, "state rule", "state rules"],
    [banners, "banner"],
    [categories, "category name and text", "category names and texts"],
    [values, "attribute value that no product has", "attribute values that no product has"],
  ];
  return counts.filter(([count]) => count > 0).map(([count, one, many]) => some(count, one, many));
}
