const day = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });
const moment = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });

/**
 * A moment (ms) for a `<time>`: the same words for everybody, since the server does not know where
 * a shopper is.
 */
export const dayShown = (at: number) => ({ iso: new Date(at).toISOString(), text: day.format(at) });

/** With the time of day, in UTC. */
export const momentShown = (at: number) => ({ iso: new Date(at).toISOString(), text: `${moment.format(at)} UTC` });
