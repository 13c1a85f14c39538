import {
  currentPapers,
  longestLot,
  longestTitle,
  mostPapers,
  type ProductPapers,
  paperFacts,
} from "../../catalog/rules/papers.ts";
import type { Refusal } from "../../outcome.ts";
import { readText } from "../../read-text.ts";
import type { StaffContext } from "../frame.ts";
import { staffPaperPath, staffPapersPath, staffPaperUploadPath } from "../paths.ts";
import { may } from "../people/rules/permissions.ts";
import type { HistoryEntry } from "../records/history-page.ts";
import { paperField } from "./paper-kind.ts";
import { mostFileBytes } from "./pictures-page.ts";

export type PapersInput = {
  saved: ProductPapers;
  seen: string;
  history: readonly HistoryEntry[];
  notice: string | undefined;
  refusal?: Refusal | undefined;
  /** the values of a refused form of papers */
  typed?: Readonly<Record<string, unknown>> | undefined;
};

const titleField = { label: "Title", maxlength: String(longestTitle), autocomplete: "off" };
const lotField = { label: "Lot", maxlength: String(longestLot), autocomplete: "off" };

/** The part of a product's page that shows the papers, with the form to add or replace one. */
export const papersPart = (context: StaffContext, id: string, { saved, seen, history, notice, refusal, typed }: PapersInput) => {
  const shown = new Set(currentPapers(saved.papers).map((paper) => paper.id));
  const isTicked = (name: string, stored: boolean): boolean => (typed ? typed[name] === "1" : stored);
  return {
    notice,
    error: refusal?.errors?.[0]?.message ?? refusal?.error,
    token: context.token,
    seen,
    mayWrite: may(context.staff, "products:write"),
    action: staffPapersPath(id),
    rows: saved.papers.map((paper) => ({
      ...{ href: staffPaperPath(paper.key), fileName: paper.fileName, facts: paperFacts(paper) },
      state: shown.has(paper.id) ? "Shoppers see it" : "Shoppers don’t see it",
      title: {
        ...titleField,
        name: paperField(paper.id, "title"),
        value: readText(typed?.[paperField(paper.id, "title")], paper.title),
      },
      lot: { ...lotField, name: paperField(paper.id, "lot"), value: readText(typed?.[paperField(paper.id, "lot")], paper.lot) },
      current: {
        name: paperField(paper.id, "current"),
        isTicked:
          typed?.[paperField(paper.id, "title")] === undefined
            ? paper.isCurrent
            : isTicked(paperField(paper.id, "current"), false),
      },
      remove: { name: paperField(paper.id, "remove"), isTicked: isTicked(paperField(paper.id, "remove"), false) },
    })),
    upload: {
      action: staffPaperUploadPath(id),
      limits: `A PDF of up to ${mostFileBytes / 1_000_000} MB; ${mostPapers} papers for a product.`,
      title: { ...titleField, name: paperField("new", "title"), value: readText(typed?.[paperField("new", "title")]) },
      lot: { ...lotField, name: paperField("new", "lot"), value: readText(typed?.[paperField("new", "lot")]) },
      places: saved.papers.map((paper) => ({
        value: paper.id,
        text: `${paper.title} (${paperFacts(paper)})`,
        chosen: typed?.replaces === paper.id,
      })),
    },
    history,
  };
};
