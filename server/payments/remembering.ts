import type { Db } from "../db/tables.ts";
import { transact } from "../db/transaction.ts";
import {
  type AuthorizeResult,
  type ElsewhereResult,
  type Gateway,
  type GiveBack,
  type GiveBackResult,
  notSent,
  type RecordedTransaction,
  type Result,
  refusedCall,
  unanswered,
} from "./gateways/gateway.ts";
import type { KeylessGateway, ReferencedTransaction } from "./gateways/keyless.ts";
import { beginCall, beginCallAgain, findCallByKey, findKeys, type GatewayCallRow, storeAnswer } from "./queries/gateway-calls.ts";
import { shopId as readShopId } from "./queries/identity.ts";
import { keyOfLost, referenceOf } from "./references.ts";

type Memory = { db: Db; now: () => number };
type CallKind = GatewayCallRow["kind"];
type Call = { key: string; kind: CallKind; authRef: string | null; amountCents: number };

/**
 * Makes a `Gateway` of a gateway that keeps no idempotency keys. Each call is stored before it is
 * sent, and its answer after it. A call that moved money is answered from the store. A call whose
 * answer was lost is looked up, and is sent again only if that cannot move money twice.
 */
export function remembering(gateway: KeylessGateway, { db, now }: Memory): Gateway {
  const idOf = () => transact(db, (tx) => readShopId(tx, now()));
  const begin = async ({ key, kind, authRef, amountCents }: Call) => {
    const reference = referenceOf(await idOf(), key);
    const row = { reference, key, kind, auth_ref: authRef, amount: amountCents, sent_at: now() };
    const earlier = await beginCall(db, row);
    const isOther = earlier && (earlier.kind !== kind || earlier.auth_ref !== authRef || earlier.amount !== amountCents);
    return { reference, earlier, isOther };
  };
  const send = async <Answer extends AuthorizeResult | ElsewhereResult | GiveBackResult>(
    reference: string,
    call: () => Promise<Answer>,
  ) => {
    const answer = await call();
    // An answer that cannot be stored is still the answer: the gateway's records have it too.
    if (answer.status !== "unknown" || answer === notSent)
      await storeAnswer(db, reference, answerRow(answer, now())).catch(() => {});
    return answer;
  };
  const named = async (found: readonly ReferencedTransaction[]): Promise<RecordedTransaction[]> => {
    const keys = await findKeys(
      db,
      found.flatMap(({ reference }) => reference ?? []),
    );
    const id = await idOf();
    return found.map(({ reference, ...transaction }) => ({
      ...transaction,
      key: (reference && keys.get(reference)) ?? keyOfLost(id, reference) ?? `at-gateway:${transaction.ref}`,
    }));
  };

  async function giveBackAgain(earlier: GatewayCallRow, money: GiveBack): Promise<GiveBackResult | undefined> {
    if (earlier.status === "voided" || earlier.status === "refunded") return answerIn(earlier) as GiveBackResult;
    // A release, and a call that the gateway answered without moving money, may be sent again.
    if (money.captureRef === null || earlier.status !== null) return undefined;
    const refund = await gateway.lookup({ reference: earlier.reference, ...deadlineOf(money) });
    if (refund.status === "declined") return { ...resultOf(refund), status: "declined" };
    if (refund.status === "approved" && refund.state === "refunded") return { ...resultOf(refund), status: "refunded" };
    const payment = await gateway.lookup({ ref: money.authRef, ...deadlineOf(money) });
    if (payment.status === "approved" && payment.state === "voided")
      return { ...resultOf(payment), status: "voided", amountCents: money.amountCents };
    return unanswered("outcome_unknown");
  }

  const { closePage, endReview } = gateway;
  return {
    capabilities: gateway.capabilities,
    authorize: async ({ key, ...authorization }) => {
      const { amountCents } = authorization;
      const { reference, earlier, isOther } = await begin({ key, kind: "authorize", authRef: null, amountCents });
      if (isOther) return refusedCall("key_conflict");
      if (!earlier) return await send(reference, () => gateway.authorize({ ...authorization, reference }));
      // The address of a gateway's page is stored with the attempt alone.
      if (earlier.status !== null && earlier.status !== "elsewhere") return answerIn(earlier) as AuthorizeResult;
      const found = await gateway.lookup({ reference, ...deadlineOf(authorization) });
      return found.status === "unknown" || found.status === "not_found" ? unanswered("outcome_unknown") : resultOf(found);
    },
    capture: async ({ key, ...capture }) => {
      const { authRef, amountCents } = capture;
      const { reference, earlier, isOther } = await begin({ key, kind: "capture", authRef, amountCents });
      if (isOther) return refusedCall("key_conflict");
      if (earlier?.status === "approved") return answerIn(earlier) as Result;
      const payment = earlier && (await gateway.lookup({ ref: authRef, ...deadlineOf(capture) }));
      if (payment?.status === "unknown") return payment;
      if (payment?.status === "approved" && payment.capturedCents > 0)
        return { ...resultOf(payment), status: "approved", amountCents: payment.capturedCents };
      if (earlier) await beginCallAgain(db, reference, now());
      return await send(reference, () => gateway.capture({ ...capture, reference }));
    },
    giveBack: async ({ key, ...money }) => {
      const { authRef, amountCents } = money;
      const { reference, earlier, isOther } = await begin({ key, kind: "give_back", authRef, amountCents });
      if (isOther) return refusedCall("key_conflict");
      const known = earlier && (await giveBackAgain(earlier, { key, ...money }));
      if (known) return known;
      if (earlier) await beginCallAgain(db, reference, now());
      return await send(reference, () => gateway.giveBack({ ...money, reference }));
    },
    lookup: async ({ deadlineMs, ...wanted }) => {
      const deadline = deadlineMs === undefined ? {} : { deadlineMs };
      if ("ref" in wanted) {
        const found = await gateway.lookup({ ...wanted, ...deadline });
        return "kind" in found ? ((await named([found]))[0] ?? { status: "not_found" }) : found;
      }
      const { key } = wanted;
      const call = await findCallByKey(db, key);
      const reference = call?.reference ?? referenceOf(await idOf(), key);
      const found = await gateway.lookup({
        reference,
        ...(call && { sentAt: call.sent_at }),
        ...(call?.ref && { ref: call.ref }),
        ...deadline,
      });
      return "kind" in found ? { ...found, key } : found;
    },
    list: async (period) => {
      const listing = await gateway.list(period);
      return listing.status === "listed" ? { ...listing, transactions: await named(listing.transactions) } : listing;
    },
    check: (call) => gateway.check(call),
    closePage:
      closePage &&
      (async ({ key, ...deadline }) => {
        const call = await findCallByKey(db, key);
        return await closePage({ ...deadline, reference: referenceOf(await idOf(), key), ref: call?.ref ?? null });
      }),
    endReview: endReview && (async ({ key, ...review }) => endReview({ ...review, reference: referenceOf(await idOf(), key) })),
    webhook: gateway.webhook,
  };
}

const deadlineOf = ({ deadlineMs }: { deadlineMs?: number }) => (deadlineMs === undefined ? {} : { deadlineMs });

/** The stored answer of a call, whose `status` is not null; nothing is stored of the card. */
const answerIn = ({ status, ref, answer_amount, code, avs, cvv }: GatewayCallRow) =>
  ({ status, ref, amountCents: answer_amount, code, avs, cvv, brand: null, last4: null, retryable: false }) as AuthorizeResult;

/** The fields of a record that a call's answer has too. */
function resultOf({ status, state, ref, amountCents, code, avs, cvv, brand, last4 }: ReferencedTransaction) {
  const findings = { ref, amountCents, code, avs, cvv, brand, last4, retryable: false } as const;
  return state === "held" ? { ...findings, status: "held" as const } : { ...findings, status };
}

const answerRow = (answer: AuthorizeResult | ElsewhereResult | GiveBackResult, now: number): Partial<GatewayCallRow> => ({
  status: answer.status,
  ref: answer.ref,
  answer_amount: answer.amountCents,
  code: answer.code,
  avs: answer.avs,
  cvv: answer.cvv,
  answered_at: now,
});
