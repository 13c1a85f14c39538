import { z } from "zod";
import { composeEmail } from "../../jobs/compose-email.ts";
import type { JobWorker } from "../../jobs/queue.ts";
import type { Shop } from "../../shop.ts";
import { continueImport, failImport } from "../../transfer/product-import/continue.ts";
import { findImport } from "../../transfer/product-import/read.ts";
import { expireUpload } from "../../transfer/product-import/upload.ts";
import { mailTest } from "../content/test-email.ts";
import { staffEmails } from "../email-templates.ts";
import { continueRun } from "../lists/bulk.ts";
import { bulkActions } from "../lists/bulk-actions.ts";
import { staffOrigin } from "../origin.ts";
import { staffJoinPath } from "../paths.ts";
import { createJoinToken, findPerson } from "../people/people.ts";
import { importParts, mayImport } from "../products/imports.ts";

const bulkRun = z.object({ id: z.string() });
const importRound = z.object({ id: z.string(), round: z.number() });
const importOf = z.object({ id: z.string() });
/**
 * The number of times that one job of an import is tried. All these tries last for about a minute.
 */
const mostTries = 5;
const recipient = z.object({ staffId: z.string() });

/**
 * The staff's jobs. If an email with a link is sent again after a crash, it contains a new link,
 * and the link in the earlier email is no longer valid.
 */
export const staffJobs = (shop: Shop): Record<string, JobWorker> => ({
  "staff-bulk": async (payload) => {
    await continueRun(shop, bulkActions, bulkRun.parse(payload).id);
    shop.notifyWorker();
  },
  "product-import": async (payload, job) => {
    const parts = importParts(shop);
    const run = importRound.parse(payload);
    const row = await findImport(shop.db, run.id);
    if (row && !(await mayImport(shop.db, row)))
      return await failImport(parts, run.id, "Whoever uploaded it may no longer import it.");
    await continueImport(parts, run).catch(async (error: unknown) => {
      if (job.tries < mostTries) throw error;
      shop.log.error({ err: error, import: run.id }, "a product import was ended by an error");
      await failImport(parts, run.id, "It was ended by an error in this program, which is in its log.");
    });
    shop.notifyWorker();
  },
  "product-import-expiry": async (payload) => {
    await expireUpload(shop.db, importOf.parse(payload).id, shop.now());
  },
  "staff-test-mail": (payload, { id }) => mailTest(shop, payload, id),
  "staff-link-mail": async (payload, job) => {
    const { staffId } = recipient.parse(payload);
    const person = await findPerson(shop.db, staffId);
    if (!person) return;
    const token = await createJoinToken(shop.db, staffId, shop.now());
    await shop.mail.send(
      await composeEmail(shop, staffEmails.join, {
        to: person.email,
        messageId: `staff-${job.id}`,
        facts: {},
        link: { href: `${staffOrigin(shop.config)}${staffJoinPath}?token=${token}` },
      }),
    );
  },
});
