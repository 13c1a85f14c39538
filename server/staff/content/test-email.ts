import { z } from "zod";
import { wordingFaults, wordingLabels } from "../../content/rules/email-wording.ts";
import { mailLimit } from "../../customers/rate-limits.ts";
import { transact } from "../../db/transaction.ts";
import { newId } from "../../ids.ts";
import { enqueue } from "../../jobs/enqueue.ts";
import type { EmailTemplate, EmailWording } from "../../jobs/rules/email-template.ts";
import { invalidFields, type Outcome, ok } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { emailTemplateOf } from "../email-templates.ts";
import { findPerson } from "../people/people.ts";
import { type AuditSource, recordChange } from "../records/audit.ts";
import { emailKind } from "./email-kind.ts";
import { sampleEmail } from "./email-samples.ts";

const mostInAnHour = 20;

/** Sends a sample of an email, with words that are not saved yet, to the person who asks for it. */
export async function sendTestEmail(
  { db, now, notifyWorker }: Shop,
  { staffId, template, wording }: { staffId: string; template: EmailTemplate; wording: EmailWording },
  source: AuditSource,
): Promise<Outcome<object>> {
  const faults = wordingFaults(template, wording);
  if (faults.length > 0) return invalidFields(faults);
  const limit = await mailLimit(db, "staff-test", staffId, now(), mostInAnHour);
  if (limit) return limit;
  await transact(db, async (tx) => {
    const payload = { staffId, email: template.kind, wording };
    await enqueue(tx, { kind: "staff-test-mail", subject: newId(), payload }, now());
    await recordChange(tx, source, { kind: emailKind.kind, id: template.kind, action: "test email sent" }, now());
  });
  notifyWorker();
  return ok({});
}

const words = Object.fromEntries(Object.keys(wordingLabels).map((name) => [name, z.string()])) as Record<
  keyof EmailWording,
  z.ZodString
>;
const testEmail = z.object({ staffId: z.string(), email: z.string(), wording: z.object(words) });

/** The job that sends the test email. A person who was removed meanwhile gets no email. */
export async function mailTest(shop: Shop, payload: unknown, jobId: string): Promise<void> {
  const { staffId, email, wording } = testEmail.parse(payload);
  const person = await findPerson(shop.db, staffId);
  const template = emailTemplateOf(email);
  if (!person || !template) return;
  const sample = sampleEmail(shop, { template, wording, to: person.email, messageId: `test-${jobId}` });
  await shop.mail.send({ ...sample, subject: `Test: ${sample.subject}` });
}
