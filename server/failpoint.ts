/**
 * Returns the failpoint of a setting. With `name:kill`, it kills the process at the place `name`,
 * so that tests can simulate a power cut. With undefined, it does nothing.
 */
export function failpointOf(setting: string | undefined): (name: string) => Promise<void> {
  const [place, act] = (setting ?? "").split(":");
  if (!place || act !== "kill") return async () => {};
  return async (name) => {
    if (name === place) process.kill(process.pid, "SIGKILL");
  };
}
