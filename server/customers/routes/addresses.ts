import type { Request, RequestHandler, Response } from "express";
import type { Outcome, Refusal } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { readBody } from "../../web/read.ts";
import { respond } from "../../web/respond.ts";
import { callRoute, type Routes, routes } from "../../web/routes.ts";
import { setShipToCookie } from "../../web/ship-to-cookie.ts";
import { type Addresses, customerCalls } from "../calls.ts";
import { savedAddress } from "../pages/settings.ts";
import { settingsPath } from "../paths.ts";
import { customerCall, customerOf } from "../require-customer.ts";
import { addAddress, type ChangedAddresses, changeAddress, chooseDefault, removeAddress } from "../saved-addresses.ts";
import type { SettingsView } from "./settings.ts";

/**
 * The calls of a customer's addresses (requirements 207–214). Each answers with all addresses after
 * the change.
 */
export function addressRoutes({ db, now }: Shop, view: SettingsView): Routes {
  type Ends = { notice: string; open?: string | undefined };
  const respondWithAddresses = async (
    req: Request,
    res: Response,
    outcome: Outcome<ChangedAddresses>,
    { notice, open }: Ends,
  ) => {
    if (outcome.ok && outcome.value.shipTo !== undefined) setShipToCookie(req, res, outcome.value.shipTo);
    const rerender = (refusal: Refusal) => view(req, res, { open, refusal, typed: req.typed });
    const data = ({ addresses }: ChangedAddresses): Addresses => ({ addresses: addresses.map(savedAddress) });
    await respond(req, res, outcome, { next: `${settingsPath}?notice=${notice}`, rerender, data });
  };
  const adding: RequestHandler = async (req, res) => {
    const sent = readBody(customerCalls.addAddress, req);
    const outcome = sent.ok ? await addAddress(db, customerOf(req), sent.value, now()) : sent;
    await respondWithAddresses(req, res, outcome, { notice: "address", open: "new" });
  };
  const changing: RequestHandler = async (req, res) => {
    const sent = readBody(customerCalls.changeAddress, req);
    const outcome = sent.ok ? await changeAddress(db, customerOf(req), sent.value.id, sent.value) : sent;
    await respondWithAddresses(req, res, outcome, { notice: "address", open: String(req.typed.id) });
  };
  const choosing: RequestHandler = async (req, res) => {
    const sent = readBody(customerCalls.chooseDefaultAddress, req);
    const outcome = sent.ok ? await chooseDefault(db, customerOf(req), sent.value.id) : sent;
    await respondWithAddresses(req, res, outcome, { notice: "default" });
  };
  const removing: RequestHandler = async (req, res) => {
    const sent = readBody(customerCalls.removeAddress, req);
    const outcome = sent.ok ? await removeAddress(db, customerOf(req), sent.value.id) : sent;
    await respondWithAddresses(req, res, outcome, { notice: "removed" });
  };
  return routes(
    callRoute(customerCalls.addAddress, customerCall, adding),
    callRoute(customerCalls.changeAddress, customerCall, changing),
    callRoute(customerCalls.chooseDefaultAddress, customerCall, choosing),
    callRoute(customerCalls.removeAddress, customerCall, removing),
  );
}
