/** Acceptance 183. */
const [width, height] = [500, 600];

const channelOf = (name: string) => new BroadcastChannel(`social-${name}`);

/**
 * Opens a sign-in in a window of its own, and goes where that one reports. The window has a
 * channel, since the way over the provider cuts it off from its opener. Gives what ends the
 * listening; undefined when the browser opened none.
 */
export function openPopup(href: string): (() => void) | undefined {
  const name = crypto.getRandomValues(new Uint32Array(3)).join("");
  const [left, top] = [screenX + (outerWidth - width) / 2, screenY + (outerHeight - height) / 2].map(Math.round);
  const address = new URL(href);
  address.searchParams.set("popup", name);
  if (!open(address, "_blank", `popup,width=${width},height=${height},left=${left},top=${top}`)) return undefined;
  const channel = channelOf(name);
  channel.onmessage = ({ data }) => {
    channel.close();
    if (typeof data === "string" && data.startsWith("/")) location.assign(data);
  };
  return () => channel.close();
}

/**
 * Goes on to a path of the shop: in this window, or in the one that opened this popup, which is
 * closed then.
 */
export function leaveFor(path: string, popup: string | undefined): void {
  if (!popup) return void location.assign(path);
  const channel = channelOf(popup);
  channel.postMessage(path);
  channel.close();
  close();
}
