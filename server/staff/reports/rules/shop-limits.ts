/**
 * A group of people. A limit of the whole shop counts all tries of one group together. The database
 * stores these names.
 */
export type LimitedGroup = "guests" | "customers" | "strangers" | "known devices";

export type LimitKind = "declined cards" | "wrong passwords" | "requested emails";

/** The present state of a limit of the whole shop. */
export type ShopLimitState = {
  kind: LimitKind;
  group: LimitedGroup;
  count: number;
  /** the number of tries without an extra check */
  free: number;
  /** the number of tries after which all further tries are refused */
  most: number;
  /** when the first of these tries no longer counts, ms */
  until: number;
};

const groups: Readonly<Record<LimitedGroup, string>> = {
  guests: "guests",
  customers: "customers with an account",
  strangers: "browsers that had not signed in before",
  "known devices": "browsers that had signed in before",
};

/** The name of a group, for the owner. */
export const groupWords = (group: LimitedGroup): string => groups[group];

type Words = {
  many: string;
  ended: string;
  counted: string;
  past: string;
  taken: string;
  refused: string;
  why: string;
  setting: string;
};

/** `{group}` stands for the group's name. */
const words: Readonly<Record<LimitKind, Words>> = {
  "declined cards": {
    many: "Many cards are declined",
    ended: "Card payments are refused",
    counted: "cards declined within an hour",
    past: "cards from {group} were declined within an hour",
    taken: "payments of {group} take an extra check",
    refused: "cards from {group} are refused",
    why: "Somebody may be testing stolen cards.",
    setting: "MAX_DECLINES_PER_HOUR",
  },
  "wrong passwords": {
    many: "Many passwords are wrong",
    ended: "Sign-ins are refused",
    counted: "wrong passwords within an hour",
    past: "wrong passwords were typed within an hour in {group}",
    taken: "sign-ins in {group} take an extra check",
    refused: "sign-ins in {group} are refused",
    why: "Somebody may be guessing passwords.",
    setting: "MAX_FAILED_SIGN_INS_PER_HOUR",
  },
  "requested emails": {
    many: "Many emails are requested",
    ended: "Requests for emails are refused",
    counted: "emails requested within an hour",
    past: "emails with a link were requested within an hour from {group}",
    taken: "requests from {group} take an extra check",
    refused: "requests from {group} are refused",
    why: "Somebody may be flooding mailboxes.",
    setting: "MAX_REQUESTED_EMAILS_PER_HOUR",
  },
};

/**
 * The effect of a limit. `near`: the number of tries has reached four fifths of the tries without
 * an extra check. `work`: further tries take an extra check. `refused`: all further tries are
 * refused.
 */
export type LimitLevel = "near" | "work" | "refused";

const nearShare = 0.8;

export function levelOf({ count, free, most }: Pick<ShopLimitState, "count" | "free" | "most">): LimitLevel | undefined {
  if (count >= most) return "refused";
  if (count >= free) return "work";
  return count >= nearShare * free ? "near" : undefined;
}

const inGroup = (text: string, group: LimitedGroup): string => text.replace("{group}", groups[group]);

const effectOf = ({ kind, group, count, free, most }: ShopLimitState, until: string): string => {
  const { taken, refused } = words[kind];
  const level = levelOf({ count, free, most });
  if (level === "refused") return `${inGroup(refused, group)} until at least ${until}`;
  const check = level === "near" ? `from ${free} on, ${inGroup(taken, group)}` : inGroup(taken, group);
  return `${check}; from ${most} on they are refused`;
};

/**
 * Words to follow the number of tries: `cards declined within an hour: payments of guests take an
 * extra check; …`.
 */
export const limitLine = (limit: ShopLimitState, until: string): string =>
  `${words[limit.kind].counted}: ${effectOf(limit, until)}`;

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** The words about a limit for the email to the owner. */
export const limitWords = (limit: ShopLimitState, until: string) => {
  const { many, ended, past, why, setting } = words[limit.kind];
  return {
    what: levelOf(limit) === "refused" ? ended : many,
    count: sentence(`${limit.count} ${inGroup(past, limit.group)}`),
    effect: sentence(effectOf(limit, until)),
    cause: why,
    setting,
  };
};
