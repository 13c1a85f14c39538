import program from "../../package.json" with { type: "json" };
import { ConfigError } from "../config/values.ts";

/** The command that installs OpenTelemetry's packages in addition to the production packages. */
function installation(): string {
  const packages = Object.entries(program.devDependencies).filter(([name]) => name.startsWith("@opentelemetry/"));
  return `npm install --no-save --save-prod --omit=dev ${packages.map((pair) => pair.join("@")).join(" ")}`;
}

/**
 * Loads OpenTelemetry. If its packages are missing, throws a ConfigError with the command that
 * installs them.
 */
export async function loadTracing(): Promise<typeof import("./tracing.ts")> {
  try {
    return await import("./tracing.ts");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new ConfigError(`OTEL_EXPORTER_OTLP_ENDPOINT needs packages that are not installed: ${installation()}`, {
      cause: error,
    });
  }
}
