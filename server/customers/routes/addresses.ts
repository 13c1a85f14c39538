import { type Request, type RequestHandler, type Response, Router } from "express";
import type { Outcome, Refusal } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { read } from "../../web/read.ts";
import { respond } from "../../web/respond.ts";
import { keepShipTo } from "../../web/ship-to-cookie.ts";
import { token } from "../../web/token.ts";
import { savedAddress } from "../pages/settings.ts";
import { addressPath, defaultAddressPath, settingsPath } from "../paths.ts";
import { customerCall, customerOf } from "../require-customer.ts";
import { addAddress, type Changed, changeAddress, chooseDefault, removeAddress } from "../saved-addresses.ts";
import { knownAddress, newAddress, recordId } from "../schema.ts";
import type { SettingsView } from "./settings.ts";

/** The calls of a customer's addresses (acceptance 207–214). Each answers with all of them as they are now. */
export function addressRoutes({ db, now }: Shop, view: SettingsView): Router {
  type Ends = { told: string; open?: string | undefined };
  const respondWithAddresses = async (req: Request, res: Response, outcome: Outcome<Changed>, { told, open }: Ends) => {
    if (outcome.ok && outcome.value.shipTo !== undefined) keepShipTo(req, res, outcome.value.shipTo);
    const rerender = (refusal: Refusal) => view(req, res, { open, refusal, typed: req.typed });
    const data = ({ addresses }: Changed) => ({ addresses: addresses.map(savedAddress) });
    await respond(req, res, outcome, { next: `${settingsPath}?told=${told}`, rerender, data });
  };
  const adding: RequestHandler = async (req, res) => {
    const sent = read(newAddress, req);
    const outcome = sent.ok ? await addAddress(db, customerOf(req), sent.value, now()) : sent;
    await respondWithAddresses(req, res, outcome, { told: "address", open: "new" });
  };
  const changing: RequestHandler = async (req, res) => {
    const sent = read(knownAddress, req);
    const outcome = sent.ok ? await changeAddress(db, customerOf(req), sent.value.id, sent.value) : sent;
    await respondWithAddresses(req, res, outcome, { told: "address", open: String(req.typed.id) });
  };
  const choosing: RequestHandler = async (req, res) => {
    const sent = read(recordId, req);
    const outcome = sent.ok ? await chooseDefault(db, customerOf(req), sent.value.id) : sent;
    await respondWithAddresses(req, res, outcome, { told: "default" });
  };
  const removing: RequestHandler = async (req, res) => {
    const sent = read(recordId, req);
    const outcome = sent.ok ? await removeAddress(db, customerOf(req), sent.value.id) : sent;
    await respondWithAddresses(req, res, outcome, { told: "removed" });
  };
  return Router()
    .post(addressPath, token, customerCall, adding)
    .put(addressPath, token, customerCall, changing)
    .post(defaultAddressPath, token, customerCall, choosing)
    .delete(addressPath, token, customerCall, removing);
}
