import { type Cause, causes, changedSums, triggerOf } from "./causes.ts";
import { renewal } from "./people.ts";

const buyerOfSale = "SELECT COALESCE(customer_id, email_norm) AS person FROM orders WHERE id = NEW.order_id";
const sales: readonly Cause[] = ["INSERT", changedSums].map((on) => ({ table: "sale_entry", on, people: buyerOfSale }));

/** A transaction that changes more people locks all of them at once. */
const mostLocks = 100;

/** SQL that locks people, one after the other in a fixed order. */
const lock = (people: string): string => `FOR one IN SELECT DISTINCT p COLLATE "C" FROM ${people} ORDER BY 1 LOOP
         PERFORM pg_advisory_xact_lock(hashtext('customer_summary'), hashtext(one));
       END LOOP;`;

/** SQL: the ids of the accounts whose id or email was noted, as committed so far. */
const findAccounts = `SELECT array_agg(id) INTO accounts FROM (
       SELECT id FROM customer WHERE id = ANY (people) UNION SELECT id FROM customer WHERE email_norm = ANY (people)
     ) AS a;`;

/**
 * The rows are written at the commit, each person's once: a row without a person begins it. Emails
 * are locked before accounts, which are read between: a new account's commit locks its email too.
 * People are counted after the locks, so with the orders of earlier commits.
 */
export const postgresTriggers = [
  `CREATE FUNCTION renew_customer_summaries() RETURNS trigger LANGUAGE plpgsql AS $$
   DECLARE
     people text[];
     accounts text[];
     one text;
   BEGIN
     WITH stale AS (DELETE FROM customer_stale WHERE tx = txid_current() RETURNING person)
       SELECT array_agg(person) INTO people FROM stale WHERE person <> '';
     IF cardinality(people) > ${mostLocks} THEN
       PERFORM pg_advisory_xact_lock(hashtext('customer_summary'));
       ${findAccounts}
     ELSE
       PERFORM pg_advisory_xact_lock_shared(hashtext('customer_summary'));
       ${lock("unnest(people) AS p WHERE p LIKE '%@%'")}
       ${findAccounts}
       ${lock("unnest(people || accounts) AS p WHERE p NOT LIKE '%@%'")}
     END IF;
     ${renewal("postgres", "= ANY (people)", "= ANY (accounts)").join(";\n     ")};
     RETURN NULL;
   END $$`,
  `CREATE CONSTRAINT TRIGGER customer_summary_renewed AFTER INSERT ON customer_stale
   DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.person = '') EXECUTE FUNCTION renew_customer_summaries()`,
  ...[...causes, ...sales].flatMap((cause) => {
    const { name, head, note } = triggerOf(cause, "txid_current()");
    return [
      `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       ${note};
       INSERT INTO customer_stale (tx, person) VALUES (txid_current(), '') ON CONFLICT DO NOTHING;
       RETURN NULL;
     END $$`,
      `${head} FOR EACH ROW EXECUTE FUNCTION ${name}()`,
    ];
  }),
];
