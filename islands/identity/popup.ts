/** The popup's size in pixels (requirement 183). */
const width = 500;
const height = 600;

const channelOf = (name: string) => new BroadcastChannel(`social-${name}`);

/**
 * Opens a sign-in in a popup, and navigates to the address that the popup reports. The popup
 * reports by a channel, since the redirect to the provider removes its opener. Returns a function
 * that stops listening; undefined if the browser opened no popup.
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
 * Navigates to a path of the shop: in this window, or in the window that opened this popup, which
 * then closes.
 */
export function leaveFor(path: string, popup: string | undefined): void {
  if (!popup) return void location.assign(path);
  const channel = channelOf(popup);
  channel.postMessage(path);
  channel.close();
  close();
}
