import type { RequestHandler } from "express";
import { type Outcome, ok } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { refusalStatus } from "../../web/refusal-status.ts";
import { RefusedPage, sendPage } from "../../web/respond.ts";
import { type Routes, routes, screenRoute } from "../../web/routes.ts";
import { staffContext } from "../context.ts";
import { type StaffParts, staffOf, staffScreen } from "../sign-in/require-staff.ts";
import { type ListState, readState } from "./address.ts";
import { shownColumns } from "./columns.ts";
import { sendListFile } from "./file.ts";
import type { AnyStaffList, ListContext } from "./list.ts";
import { listPage, listView } from "./page.ts";
import { listViews } from "./saved-views.ts";
import { selected } from "./selection.ts";

const pageSize = 50;
const mostCounted = 1000;

/** The search of a list's address; refused if the list refuses its values. */
function searchOf(list: AnyStaffList, { values }: ListState, context: ListContext): Outcome<unknown> {
  const checked = list.check?.(values) ?? ok(undefined);
  return checked.ok ? ok(list.search(values, context)) : checked;
}

/** A page of a list, and the mark of its last row if there are more. */
async function readPage(list: AnyStaffList, context: ListContext, state: ListState, search: unknown) {
  const size = list.pageSize ?? pageSize;
  const columns = shownColumns(list.columns, state.columns);
  const shows = (column: string) => columns.includes(column);
  const read = await list.read(context, search, { sort: state.sort, after: state.after, limit: size + 1, shows });
  const rows = read.slice(0, size);
  const last = rows.at(-1);
  return { rows, next: read.length > size && last ? list.after.of(last) : undefined };
}

/** Routes of a list as a page and as a file. */
export function listRoutes(shop: Shop, parts: StaffParts, list: AnyStaffList): Routes {
  const { db, dates, now, render } = shop;
  const reading = staffScreen(parts, list.needs);
  const most = list.mostCounted ?? mostCounted;

  const screen: RequestHandler = async (req, res) => {
    const context = { db, dates, now: now() };
    const state = readState(list, req.query);
    const staff = staffOf(req);
    const search = searchOf(list, state, context);
    const { rows, next } = search.ok ? await readPage(list, context, state, search.value) : { rows: [], next: undefined };
    const extras = (search.ok && (await list.extras?.({ context, req, staff, values: state.values, rows }))) || {};
    if (extras.redirect) return res.redirect(303, extras.redirect);
    const isWhole = !search.ok || (state.after === undefined && next === undefined);
    const count = isWhole ? rows.length : await list.count?.(context, search.value, most + 1);
    const page = await listPage(staffContext(req, res), list, {
      context,
      state,
      rows,
      next,
      count: list.count && Math.min(count ?? 0, most),
      isCapped: (count ?? 0) > most,
      saved: await listViews(db, staff.staffId, list.name),
      upTo: await list.bulk?.upTo?.(context),
      notice: req.query.notice,
      refusal: search.ok ? undefined : search,
      extras,
    });
    sendPage(res, render(listView, page), search.ok ? 200 : refusalStatus[search.code]);
  };

  const file: RequestHandler = async (req, res) => {
    const context = { db, dates, now: now() };
    const state = readState(list, req.query);
    const search = searchOf(list, state, context);
    if (!search.ok) throw new RefusedPage(search);
    const selection = list.bulk?.fileSearch && selected(list, req.query, context);
    const fileSearch = selection === undefined ? search.value : list.bulk?.fileSearch?.(selection);
    await sendListFile(res, list, context, { search: fileSearch, state });
  };

  return routes(screenRoute(list.path, reading, screen), screenRoute(list.filePath, reading, file));
}
