import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from "@opentelemetry/sdk-trace";
import type { SamplerSettings } from "../config/tracing.ts";

/** The sampler that OTEL_TRACES_SAMPLER names. */
export function samplerOf({ name, ratio }: SamplerSettings): Sampler {
  const samplers = {
    always_on: new AlwaysOnSampler(),
    always_off: new AlwaysOffSampler(),
    traceidratio: new TraceIdRatioBasedSampler(ratio),
  };
  switch (name) {
    case "parentbased_always_on":
      return new ParentBasedSampler({ root: samplers.always_on });
    case "parentbased_always_off":
      return new ParentBasedSampler({ root: samplers.always_off });
    case "parentbased_traceidratio":
      return new ParentBasedSampler({ root: samplers.traceidratio });
    default:
      return samplers[name];
  }
}
