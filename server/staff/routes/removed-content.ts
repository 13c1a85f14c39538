import type { Request } from "express";
import type { Shop } from "../../shop.ts";
import { bannerKind, redirectKind, textKind } from "../content-kinds.ts";
import type { HistoryEntry } from "../pages/history.ts";
import { staffPagesPath } from "../paths.ts";
import { historyOf } from "./record-history.ts";
import { typedLine } from "./typed-line.ts";

type Removed = typeof bannerKind | typeof textKind | typeof redirectKind;
const kinds: readonly Removed[] = [bannerKind, textKind, redirectKind];

/** The list of pages, which says what was removed and has its undo. */
export const pagesPathAfterRemoval = ({ kind }: Removed, id: string): string =>
  `${staffPagesPath}?${new URLSearchParams({ notice: "removed", kind, removed: id })}`;

/** The history of what was just removed; empty where nothing was. */
export async function removedHistoryOf(shop: Shop, req: Request): Promise<HistoryEntry[]> {
  const kind = kinds.find((each) => each.kind === req.query.kind);
  const id = typedLine(req.query.removed, 300);
  return kind && id !== "" ? await historyOf(shop, req, kind as typeof redirectKind, id) : [];
}
