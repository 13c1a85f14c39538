import { readPapers, writePapers } from "../../catalog/papers.ts";
import { longestLot, longestTitle, type PaperFields, type ProductPapers, paperFacts } from "../../catalog/rules/papers.ts";
import { readText } from "../../read-text.ts";
import type { FormBody } from "../forms/body.ts";
import { staffPapersPart } from "../paths.ts";
import type { RecordKind } from "../records/records.ts";
import { listWords } from "./product-lines.ts";

/** The names of a paper's fields in the form of papers. */
export const paperField = (id: string, field: "title" | "lot" | "current" | "remove"): string => `${field}-${id}`;

const paperWords = (paper: PaperFields): string =>
  `${paper.title} (${paperFacts(paper)}${paper.isCurrent ? "" : ", not of the current lot"})`;

/** The papers of a product, as a record apart from the product, so that each has its own undo. */
export const papersKind: RecordKind<ProductPapers> = {
  kind: "product papers",
  needs: "products:write",
  name: () => "Papers",
  path: (id) => staffPapersPart(id),
  labels: { papers: "Papers" },
  words: (_, value) => listWords(((value as ProductPapers["papers"] | null) ?? []).map(paperWords)),
  read: readPapers,
  write: writePapers,
};

const line = (text: unknown, longest: number): string => readText(text).replace(/\s+/g, " ").trim().slice(0, longest);

/** Reads a paper's title, lot and tick for the current lot from a form. */
export const readPaperText = (body: FormBody, id: string) => ({
  title: line(body[paperField(id, "title")], longestTitle),
  lot: line(body[paperField(id, "lot")], longestLot),
  isCurrent: body[paperField(id, "current")] === "1",
});

/** Reads the form of a product's papers. A paper that is not in the form stays as it is. */
export const readTypedPapers = ({ papers }: ProductPapers, body: FormBody): ProductPapers => ({
  papers: papers.flatMap((paper) => {
    if (body[paperField(paper.id, "title")] === undefined) return [paper];
    return body[paperField(paper.id, "remove")] === "1" ? [] : [{ ...paper, ...readPaperText(body, paper.id) }];
  }),
});
