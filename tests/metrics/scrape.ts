import { expect } from "vitest";
import type { TestShop } from "../support/shop.ts";

export type Sample = { name: string; labels: Record<string, string>; value: number };

/** The lines of Prometheus' text format. */
export const samplesOf = (text: string): Sample[] =>
  text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [, name = "", labels = "", value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      expect(name, line).not.toBe("");
      const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = "", text = ""]) => [label, text]);
      return { name, labels: Object.fromEntries(pairs), value: Number(value) };
    });

/** Reads the metrics of a shop that was opened with METRICS_PORT. */
export async function scrape({ metrics }: TestShop): Promise<Sample[]> {
  if (!metrics) throw new Error("this shop has no metrics");
  return samplesOf(await metrics.scrape());
}

/** The sum of a metric over the samples with these labels. */
export const sumOf = (samples: readonly Sample[], name: string, labels: Record<string, string> = {}): number =>
  samples
    .filter((sample) => sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value))
    .reduce((sum, { value }) => sum + value, 0);
