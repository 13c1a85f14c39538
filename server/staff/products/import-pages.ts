import type { Dates } from "../../dates.ts";
import type { Refusal } from "../../outcome.ts";
import { type StateLabel, stateLabel } from "../../state-label.ts";
import { type ImportState, isOpen, isRunning } from "../../transfer/product-import/end.ts";
import { optionsIn } from "../../transfer/product-import/options.ts";
import { type ImportProgress, progressIn } from "../../transfer/product-import/progress.ts";
import type { ImportLine, ImportRow } from "../../transfer/product-import/read.ts";
import { mostBytes } from "../../transfer/product-import/upload.ts";
import { counted, formatCount } from "../../transfer/reports/counts.ts";
import { sharedSkuNotes } from "../../transfer/reports/words.ts";
import { importColumns } from "../../transfer/rules/shopify/columns.ts";
import { ownColumnWords } from "../../transfer/rules/shopify/own-columns.ts";
import { view } from "../../web/view.ts";
import { type StaffContext, staffFrame } from "../frame.ts";
import { stateCell, type TimeContext, timeCell } from "../lists/columns.ts";
import { recordTable } from "../lists/table.ts";
import {
  staffCatalogFilePath,
  staffImportCancelPath,
  staffImportPath,
  staffImportReportPath,
  staffImportStartPath,
  staffImportsPath,
  staffProductsPath,
  staffSampleFilePath,
} from "../paths.ts";
import { importNeeds, may } from "../people/rules/permissions.ts";

type Category = { slug: string; name: string };
type Names = ReadonlyMap<string, string>;

const states: Readonly<Record<ImportState, StateLabel>> = {
  uploading: stateLabel("waiting", "Uploading"),
  checking: stateLabel("waiting", "Dry run under way"),
  checked: stateLabel("todo", "Waits for your decision"),
  importing: stateLabel("waiting", "Importing"),
  fetching: stateLabel("waiting", "Fetching pictures"),
  done: stateLabel("done", "Imported"),
  refused: stateLabel("wrong", "Couldn’t be read"),
  discarded: stateLabel("waiting", "Discarded"),
  canceled: stateLabel("waiting", "Canceled"),
  failed: stateLabel("wrong", "Ended by an error"),
};

const mayWrite = ({ staff }: StaffContext) => may(staff, "products:write");
const mayImport = ({ staff }: StaffContext, stock: "kept" | "set"): boolean =>
  importNeeds(stock).every((need) => may(staff, need));

const resultOf = ({ began_at, progress, findings }: ImportRow): string => {
  if (began_at === null && findings === null) return "";
  const { created, changed, refused } = progressIn(began_at === null ? findings : progress);
  const [made, differs] = began_at === null ? ["to create", "to change"] : ["created", "changed"];
  return `${formatCount(created)} ${made}, ${formatCount(changed)} ${differs}, ${counted(refused, "row")} refused`;
};

/** The columns that the importer knows. */
const columnTable = ([category]: readonly Category[]) =>
  recordTable({
    caption: "Columns that the import reads",
    columns: [
      { label: "Column", cell: ({ name, other }) => (other === undefined ? name : `${name} or ${other}`) },
      { label: "Required", isInFirstLine: true, cell: ({ isRequired }) => (isRequired ? "Required" : "Optional") },
      { label: "What it holds", cell: ({ form }) => form },
      { label: "Example", isLabeled: true, cell: ({ example }) => example },
    ],
    rows: [
      ...importColumns.map(({ field, names: [name = "", other], form, example, required }) => ({
        name,
        other,
        isRequired: required === true,
        form,
        example: (field === "type" || field === "productCategory") && category ? category.name : example,
      })),
      ...ownColumnWords.map((words) => ({ ...words, other: undefined, isRequired: false })),
    ],
  });

type ImportsInput = {
  hasProducts: boolean;
  runs: readonly ImportRow[];
  names: Names;
  categories: readonly Category[];
  refusal: Refusal | undefined;
  typed: Readonly<Record<string, unknown>> | undefined;
};

/** The page to upload a product file, with the latest imports. */
export function importsPage(
  context: StaffContext,
  times: TimeContext,
  { hasProducts, runs, names, categories, refusal, typed = {} }: ImportsInput,
) {
  const running = runs.find(({ state }) => isRunning(state));
  const isAgain = Object.keys(typed).length > 0;
  return {
    ...staffFrame(context, "Import products", staffProductsPath),
    token: context.token,
    products: staffProductsPath,
    catalog: hasProducts ? staffCatalogFilePath : undefined,
    sample: staffSampleFilePath,
    columns: columnTable(categories),
    action: staffImportsPath,
    formError: refusal?.error,
    running: running && { name: running.name, href: staffImportPath(running.id) },
    canUpload: mayWrite(context) && running === undefined,
    most: `${mostBytes / 1_000_000} MB`,
    categories: [
      { value: "", text: "None: such products are left out", chosen: !isAgain },
      ...categories.map(({ slug, name }) => ({ value: slug, text: name, chosen: typed.category === slug })),
    ],
    maySetStock: mayImport(context, "set"),
    setsStock: typed.stock === "set",
    fetches: !isAgain || typed.pictures === "1",
    runs: recordTable({
      caption: "Files that were uploaded",
      columns: [
        { label: "File", cell: ({ id, name }) => ({ text: name, href: staffImportPath(id) }) },
        { label: "Uploaded", cell: ({ created_at }) => timeCell(created_at, times) },
        { label: "By", cell: ({ staff_id }) => names.get(staff_id) ?? "staff" },
        { label: "State", isInFirstLine: true, cell: ({ state }) => stateCell(states[state]) },
        { label: "Result", cell: resultOf },
      ],
      rows: runs,
    }),
  };
}

/** The subject of a report's line, in words. */
export function lineWords({ kind }: Pick<ImportLine, "kind">, { began_at }: Pick<ImportRow, "began_at">): string {
  const isTried = began_at === null;
  const words: Readonly<Record<ImportLine["kind"], string>> = {
    problem: "Row refused",
    "left out": isTried ? "Would be left out" : "Left out",
    create: isTried ? "Would be created" : "Created",
    change: isTried ? "Would be changed" : "Changed",
    picture: "Picture missing",
  };
  return words[kind];
}

/**
 * A row's reason in the words of the screen and the report. The stored reason is written for the
 * import command, and names its options.
 */
export const reasonWords = (words: string): string =>
  words.replace(
    ": choose one with --category or --map",
    ": add the category, or upload the file again and choose one for such products",
  );

/**
 * The progress that the page shows. After the dry run and before the import, these are the findings
 * of the dry run.
 */
const shownProgress = ({ state, began_at, progress, findings }: ImportRow): ImportProgress =>
  progressIn(state === "checked" || (began_at === null && findings !== null) ? findings : progress);

/** Further notes about the whole file: its columns and words that are not imported. */
function notesOf(progress: ImportProgress): string[] {
  const { untaken, notes } = progress;
  const columns = untaken.length > 0 ? [`Columns with values that are not imported: ${untaken.join(", ")}`] : [];
  const words = [...sharedSkuNotes(progress), ...notes].map((note) =>
    note.replace("so --category was used", "so the chosen one was used").replace(/ {2,}/g, " "),
  );
  return [...columns, ...words];
}

/** Further notes about the whole file, for the report's file. */
export const importNotes = (run: ImportRow): string[] => notesOf(shownProgress(run));

function figuresOf(progress: ImportProgress, isTried: boolean, pictures: boolean) {
  const figures: [number, string, string][] = [
    [progress.created, "product", isTried ? "to create" : "created"],
    [progress.changed, "product", isTried ? "to change" : "changed"],
    [progress.unchanged, "product", "unchanged"],
    [progress.refused, "row", "refused"],
    ...(pictures
      ? ([
          [progress.pictures, "picture", "fetched"],
          [progress.missingPictures, "picture", "missing"],
        ] as [number, string, string][])
      : []),
  ];
  return figures.map(([count, thing, what]) => ({
    count: formatCount(count),
    name: `${thing}${count === 1 ? "" : "s"} ${what}`,
  }));
}

/** Says how many products are left out because of bad rows; undefined if no product is left out. */
function leftOutWords({ leftOut }: ImportProgress, isTried: boolean): string | undefined {
  if (leftOut === 0) return undefined;
  const verb = leftOut === 1 ? "was" : "were";
  return `A product comes with all of its rows or not at all: ${counted(leftOut, "product")} ${isTried ? "would be" : verb} left out because of these.`;
}

function optionWords({ options }: ImportRow, categories: readonly Category[]): string[] {
  const { category, stock, pictures, map } = optionsIn(options);
  const name = categories.find(({ slug }) => slug === category)?.name;
  return [
    category === ""
      ? "Products whose type names no category are left out."
      : `Products whose type names none: ${name ?? category}.`,
    stock === "set" ? "Stock is set to the file’s numbers." : "Stock of existing variants stays as it is.",
    pictures ? "Pictures are fetched after the rows." : "Pictures aren’t fetched now.",
    ...(map ? [`Sorted by ${map.name}.`] : []),
  ];
}

/** The current work and its progress; undefined if nothing runs. */
function workOf({ state, total }: ImportRow, progress: ImportProgress) {
  if (!isRunning(state)) return undefined;
  const ofRows = total === 0 ? "" : `${formatCount(progress.rows)} of ${counted(total, "row")}`;
  const pictures = `${counted(progress.pictures, "picture")} fetched, ${formatCount(progress.missingPictures)} missing`;
  return {
    text: state === "fetching" ? `The rows are imported. ${pictures}.` : ofRows,
    // The progress also counts the rows without a product, which come first.
    meter: state === "fetching" || total === 0 ? undefined : { value: Math.min(progress.rows, total), max: total },
    isTried: state === "checking",
  };
}

type ImportInput = {
  run: ImportRow;
  problems: readonly ImportLine[];
  changes: readonly ImportLine[];
  names: Names;
  categories: readonly Category[];
  refusal: Refusal | undefined;
  typed: Readonly<Record<string, unknown>> | undefined;
};

/** The categories that products of the file need and the shop lacks, each with a box. */
function missingOf({ missingCategories }: ImportProgress, typed: ImportInput["typed"] = {}) {
  const chosen = [typed.create].flat();
  const all = Object.entries(missingCategories).map(([name, count]) => ({
    name,
    products: counted(count, "product"),
    chosen: chosen.includes(name),
  }));
  return { all, several: all.length > 1, createsAll: typed.createAll === "1" };
}

/** The page of an import: the dry run's findings, the progress, and the results. */
export function importPage(context: StaffContext, dates: Dates, input: ImportInput) {
  const { run, problems, changes, names, categories, refusal, typed } = input;
  const isTried = run.began_at === null;
  const progress = shownProgress(run);
  const product = { label: "Product", cell: (line: ImportLine) => line.product };
  const what = { label: "What", cell: (line: ImportLine) => lineWords(line, run) };
  const words = (label: string) => ({ label, cell: (line: ImportLine) => reasonWords(line.words) });
  const lineNumber = { label: "Line", isFigure: true, cell: ({ line }: ImportLine) => String(line ?? "") };
  const missing = missingOf(progress, typed);
  const willImport = progress.created + progress.changed + progress.unchanged;
  return {
    ...staffFrame(context, run.name, staffProductsPath),
    token: context.token,
    imports: staffImportsPath,
    name: run.name,
    state: states[run.state],
    formError: refusal?.error,
    about: `Uploaded ${dates.moment(run.created_at).text} by ${names.get(run.staff_id) ?? "staff"}${run.format === "" ? "" : `, ${run.format} format`}.`,
    options: optionWords(run, categories),
    failure: run.failure,
    work: workOf(run, progress),
    isDone: run.state === "done",
    isCanceled: run.state === "canceled",
    isDiscarded: run.state === "discarded",
    hasFigures: progress.rows > 0,
    figures: figuresOf(progress, isTried, !isTried && optionsIn(run.options).pictures),
    start:
      run.state === "checked" && mayImport(context, optionsIn(run.options).stock)
        ? {
            action: staffImportStartPath(run.id),
            // The count would be wrong once a category's box is ticked.
            label: missing.all.length > 0 ? "Import the file" : `Import ${counted(willImport, "product")}`,
            isNone: willImport === 0 && missing.all.length === 0,
            missing,
          }
        : undefined,
    cancel:
      mayWrite(context) && isOpen(run.state)
        ? { action: staffImportCancelPath(run.id), label: isTried ? "Discard the file" : "Cancel the import" }
        : undefined,
    problems: recordTable({
      caption: "Rows and pictures that could not be imported",
      columns: [product, lineNumber, what, words("Why")],
      rows: problems,
    }),
    leftOut: leftOutWords(progress, isTried),
    problemCount: formatCount(progress.problems),
    moreProblems: progress.problems > problems.length,
    changes: recordTable({ caption: "Products that differ", columns: [product, what, words("Details")], rows: changes }),
    changeCount: formatCount(progress.changes),
    moreChanges: progress.changes > changes.length,
    notes: notesOf(progress),
    report: progress.lines > 0 || notesOf(progress).length > 0 ? staffImportReportPath(run.id) : undefined,
    products: staffProductsPath,
    isTried,
  };
}

type ImportsPage = ReturnType<typeof importsPage>;
export const importsView = view<ImportsPage>("staff/imports");
type ImportPage = ReturnType<typeof importPage>;
export const importView = view<ImportPage>("staff/import");
