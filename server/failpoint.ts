/**
 * Returns a failpoint. `name:kill` kills the process when `name` is reached, so that tests can
 * simulate a power cut; undefined does nothing.
 */
export function failpointOf(setting: string | undefined): (name: string) => Promise<void> {
  const [place, act] = (setting ?? "").split(":");
  if (!place || act !== "kill") return async () => {};
  return async (name) => {
    if (name === place) process.kill(process.pid, "SIGKILL");
  };
}
