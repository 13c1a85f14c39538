import {
  approved,
  authorizationFault,
  authorizationOutcome,
  balanceOf,
  centsOf,
  decimal,
  followFault,
  isAmount,
  masked,
  type Outcome,
  refused,
  sumOf,
  type Transaction,
} from "./account-rules.ts";

export type { Transaction };

/** The fields of an answer, as `transact.php` names them. */
export type Answer = Record<string, string>;

/** A merchant's account at the emulated NMI, with its rules and its records, in memory. */
export class NmiAccount {
  readonly transactions: Transaction[] = [];
  /** which payments of one card and amount within 20 minutes count as duplicates */
  duplicates: "none" | "same card" | "same card and order" = "same card and order";
  /** whether a refund is a transaction of its own, or an action of its payment */
  refunds: "transactions" | "actions" = "transactions";
  /** whether a refund names its payment in the records, or has its order ID instead */
  namesOriginals = true;
  #id = 2_762_757_838;
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  find = (id: string): Transaction | undefined => this.transactions.find((transaction) => transaction.id === id);

  /** Moves a form-encoded call through the account. */
  transact(form: URLSearchParams, source = "api"): Answer {
    const type = form.get("type") ?? "";
    if (type === "auth") return this.#authorize(form, source);
    if (type === "capture" || type === "void" || type === "refund") return this.#follow(type, form, source);
    return this.#answer(refused("Invalid Transaction Type"), form);
  }

  #authorize(form: URLSearchParams, source: string): Answer {
    const fault = authorizationFault(form) ?? (this.#isDuplicate(form) ? refused("Duplicate transaction") : undefined);
    if (fault) return this.#answer(fault, form);
    const askedCents = centsOf(form.get("amount") ?? "");
    const { outcome, cents, failedCondition } = authorizationOutcome(form.get("ccnumber") ?? "", askedCents);
    const success = outcome.response === "1";
    const transaction = this.#record({
      orderId: form.get("orderid") ?? "",
      condition: success ? "pending" : failedCondition,
      currency: form.get("currency") ?? "USD",
      maskedNumber: masked(form.get("ccnumber") ?? ""),
      bin: (form.get("ccnumber") ?? "").slice(0, 6),
      avs: form.get("zip") ? "Y" : "U",
      csc: outcome.code === "225" ? "N" : "M",
      actions: [{ type: "auth", cents, at: this.#now(), success, code: outcome.code, text: outcome.text, source }],
    });
    return this.#answer(outcome, form, transaction, cents === askedCents ? "" : decimal(cents));
  }

  #isDuplicate(form: URLSearchParams): boolean {
    if (this.duplicates === "none") return false;
    return this.transactions.some(
      ({ maskedNumber, orderId, actions: [first] }) =>
        first?.success === true &&
        maskedNumber === masked(form.get("ccnumber") ?? "") &&
        first.cents === centsOf(form.get("amount") ?? "") &&
        this.#now() - first.at < 1_200_000 &&
        (this.duplicates === "same card" || orderId === form.get("orderid")),
    );
  }

  #follow(type: "capture" | "void" | "refund", form: URLSearchParams, source: string): Answer {
    const payment = this.find(form.get("transactionid") ?? "");
    const amount = form.get("amount");
    if (!payment) return this.#answer(refused("Invalid Transaction ID specified"), form);
    if (amount !== null && !isAmount(amount)) return this.#answer(refused("Invalid amount"), form);
    const cents = amount === null ? balanceOf(payment) : centsOf(amount);
    const fault = followFault(type, payment, cents, this.#refundedCents(payment));
    if (fault) return this.#answer(fault, form, payment);
    if (type === "refund") return this.#answer(approved, form, this.#refund(payment, cents, form.get("orderid") ?? "", source));
    payment.condition = type === "capture" ? "pendingsettlement" : "canceled";
    this.#act(payment, type, cents, source);
    const text = type === "void" ? "Transaction Void Successful" : approved.text;
    return this.#answer({ ...approved, text }, form, payment);
  }

  #refundedCents(payment: Transaction): number {
    const refunds = this.transactions.filter(({ originalId }) => originalId === payment.id);
    return [payment, ...refunds].reduce((sum, transaction) => sum + sumOf(transaction, ["refund"]), 0);
  }

  #refund(payment: Transaction, cents: number, orderId: string, source: string): Transaction {
    this.#act(payment, "refund", cents, source);
    if (this.refunds === "actions") return payment;
    const actions = payment.actions.splice(-1);
    const { currency, maskedNumber, bin } = payment;
    const names = this.namesOriginals
      ? { orderId: orderId || payment.orderId, originalId: payment.id }
      : { orderId: payment.orderId };
    return this.#record({ ...names, condition: "pendingsettlement", currency, maskedNumber, bin, avs: "", csc: "", actions });
  }

  /** Settles all that is captured and refunded, as NMI does once a day. */
  settle(): void {
    for (const transaction of this.transactions) {
      if (transaction.condition !== "pendingsettlement") continue;
      transaction.condition = "complete";
      this.#act(transaction, "settle", transaction.actions.at(-1)?.cents ?? 0, "internal");
    }
  }

  voidAtDashboard = (id: string): Answer => this.#atDashboard({ type: "void", transactionid: id });
  captureAtDashboard = (id: string, cents: number): Answer =>
    this.#atDashboard({ type: "capture", transactionid: id, amount: decimal(cents) });
  refundAtDashboard = (id: string, cents: number): Answer =>
    this.#atDashboard({ type: "refund", transactionid: id, amount: decimal(cents) });

  #atDashboard = (fields: Record<string, string>): Answer => this.transact(new URLSearchParams(fields), "virtual_terminal");

  /** Ends a payment whose end NMI did not know, by what the processor says later. */
  decide(id: string, approves: boolean): void {
    const payment = this.find(id);
    const [action] = payment?.actions ?? [];
    if (!payment || !action) throw new Error("there is no such transaction");
    payment.condition = approves ? "pending" : "failed";
    Object.assign(action, approves ? { success: true, code: "100" } : { code: "200" });
  }

  /** Records what another till of the merchant did. */
  record(transaction: Partial<Transaction>): Transaction {
    const blank = {
      orderId: "",
      condition: "complete",
      currency: "USD",
      maskedNumber: "4xxxxxxxxxxx1111",
      bin: "411111",
      avs: "",
      csc: "",
    };
    return this.#record({ ...blank, actions: [], ...transaction });
  }

  #record(transaction: Omit<Transaction, "id" | "originalId"> & Partial<Transaction>): Transaction {
    this.#id += 1;
    const recorded = { id: String(this.#id), originalId: "", ...transaction };
    this.transactions.push(recorded);
    return recorded;
  }

  #act(transaction: Transaction, type: string, cents: number, source: string): void {
    transaction.actions.push({ type, cents, at: this.#now(), success: true, code: "100", text: "SUCCESS", source });
  }

  #answer({ response, code, text }: Outcome, form: URLSearchParams, transaction?: Transaction, authorized?: string): Answer {
    return {
      response,
      responsetext: text,
      authcode: response === "1" ? "123456" : "",
      transactionid: transaction?.id ?? "",
      avsresponse: form.get("type") === "auth" ? (transaction?.avs ?? "") : "",
      cvvresponse: form.get("type") === "auth" ? (transaction?.csc ?? "") : "",
      orderid: form.get("orderid") ?? "",
      type: form.get("type") ?? "",
      response_code: code,
      ...(authorized && { amount_authorized: authorized }),
    };
  }
}
