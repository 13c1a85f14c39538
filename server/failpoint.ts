/**
 * `name:kill` ends the process the hard way when `name` is reached: how tests cut the power.
 * undefined does nothing.
 */
export function failpointOf(wanted: string | undefined): (name: string) => Promise<void> {
  const [place, act] = (wanted ?? "").split(":");
  if (!place || act !== "kill") return async () => {};
  return async (name) => {
    if (name === place) process.kill(process.pid, "SIGKILL");
  };
}
