import { view } from "../../web/view.ts";
import { type StaffContext, staffFrame } from "../frame.ts";
import { type Parameter, parametersOf, withParameters } from "./address.ts";
import { filterForm, isNarrowed } from "./filter-form.ts";
import type { AnyStaffList, ListLink, ListNotice } from "./list.ts";
import type { ListAddress, ListInput } from "./page-input.ts";
import { bulkForm, listTable } from "./page-table.ts";
import { listTools, sortLinks, viewLinks } from "./page-views.ts";

/** The notices that the address names. */
function noticesOf(list: AnyStaffList, notice: unknown): ListNotice[] {
  const warnings = { ...(list.bulk && { unselected: `Select ${list.many} first, or all that match.` }), ...list.warnings };
  const find = (kind: ListNotice["kind"], words: Readonly<Record<string, string>> = {}) =>
    Object.entries(words).flatMap(([name, message]) => (name === notice ? [{ kind, message }] : []));
  return [...find("success", list.notices), ...find("warning", warnings)];
}

/** The links to the file; none if the list refuses its address. */
const filesOf = ({ filePath }: AnyStaffList, { refusal }: ListInput, parameters: readonly Parameter[]): ListLink[] =>
  refusal ? [] : [{ label: "Download as CSV", href: withParameters(filePath, parameters), isDownload: true }];

function countWords({ one, many }: AnyStaffList, { count, isCapped }: ListInput) {
  const words = isCapped ? `More than ${count}` : String(count);
  const allMatching = isCapped ? "All that match" : `All ${count} that match`;
  return { count: count === undefined ? undefined : words, noun: count === 1 && !isCapped ? one : many, allMatching };
}

/** A list of the staff's side. Its address contains the filters, sort, columns and page. */
export async function listPage(context: StaffContext, list: AnyStaffList, input: ListInput) {
  const { next, extras, state } = input;
  const first = { ...state, after: undefined };
  const parameters = parametersOf(list, first);
  const address: ListAddress = (changes) => withParameters(list.path, parametersOf(list, { ...first, ...changes }));
  const filters = await filterForm(list, input, parameters, address);
  const isFiltered = isNarrowed(list, state);
  const bulk = bulkForm(list, context, input, parameters);
  const files = filesOf(list, input, parameters);
  return {
    ...staffFrame(context, list.title, list.path),
    tabs: extras.tabs,
    intro: extras.intro,
    remark: extras.remark,
    guest: extras.guest,
    token: context.token,
    list: list.name,
    heading: list.title,
    all: list.path,
    links: list.links?.(files, context.staff) ?? files,
    notices: [...noticesOf(list, input.notice), ...(extras.notices ?? [])],
    removed: extras.removed ?? [],
    ...viewLinks(list, input, address),
    filters,
    tools: listTools(list, input, address),
    sorts: sortLinks(list, input, address),
    sorted: list.sorts[state.sort],
    ...countWords(list, input),
    bulk,
    table: listTable(list, input, bulk !== undefined),
    empty: list.empty?.(state.values, isFiltered),
    beginnings: isFiltered ? undefined : list.beginnings?.(context.staff),
    first: state.after === undefined ? undefined : address({}),
    next: next === undefined ? undefined : address({ after: next }),
  };
}

type StaffListPage = Awaited<ReturnType<typeof listPage>>;
export const listView = view<StaffListPage>("staff/list");
