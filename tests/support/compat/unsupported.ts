import { asOf, browsers, gate } from "../../../islands/supported-browsers.ts";
import { browserNames, compat, type Feature, lacking, latest, lookUp, newestBefore, type Use, type Versions } from "./data.ts";
import type { Exception } from "./exceptions.ts";

/** Uses by reach: scripts run only behind the gate, but every browser gets styles and templates. */
export type Uses = { scripts: readonly Use[]; pages: readonly Use[] };

/** The faults of used features, one per line. */
export function judge({ scripts, pages }: Uses, exceptions: readonly Exception[], lowest: Versions = browsers): string[] {
  const used = new Set<Exception>();
  const faultsOf = (uses: readonly Use[], floor: Versions) =>
    uses.flatMap((use) => {
      const own = use.floor ? latest(floor, use.floor) : floor;
      if (use.detected || lacking(use.feature, own).length === 0) return [];
      const exception = exceptions.find((one) => covers(one, use) && (one.behind || !throws(use, own)));
      if (!exception) return [`${use.file}:${use.line} ${use.feature.id} is not in ${missingIn(use.feature, own)}`];
      used.add(exception);
      return behindFault(use, exception, own);
    });
  const faults = [...faultsOf(scripts, gate.browsers), ...faultsOf(pages, lowest)];
  const unused = exceptions.filter((one) => !used.has(one));
  return [...new Set([...faults, ...unused.map((one) => `exception without a use: ${one.features.join(", ")} in ${one.files}`)])];
}

const matches = (pattern: string, text: string) =>
  pattern.endsWith("*") ? text.startsWith(pattern.slice(0, -1)) : text === pattern;

/**
 * A bare name throws in browsers that lack it, so an exception may cover it only if the script
 * checks for it.
 */
const throws = ({ feature, bare }: Use, floor: Versions) => bare && lacking({ first: feature.part }, floor).length > 0;

const covers = ({ features, files }: Exception, { feature, file }: Use) =>
  matches(files, file) && features.some((pattern) => matches(pattern, feature.id));

/** Browsers with the detected feature `behind` must have the used feature as well. */
function behindFault({ feature, file, line }: Use, { behind }: Exception, floor: Versions): string[] {
  if (!behind) return [];
  const detected = lookUp(...behind.split("."));
  if (!detected) return [`There is no ${behind} in the compatibility data`];
  const own = latest(floor, detected.first);
  return lacking(feature, own).length === 0 ? [] : [`${file}:${line} ${feature.id} stands behind ${behind}, which is older`];
}

/**
 * Each browser that lacks the feature in some version from `floor` on, with the version that first
 * has it.
 */
export function missingIn(feature: Feature, floor: Versions): string {
  const all = lacking(feature, floor).map((name) => {
    const since = feature.first[name];
    return `${compat.browsers[name].name}${since ? ` before ${since}` : ""}`;
  });
  return all.join(", ");
}

/**
 * Checks that `islands/supported-browsers.ts` agrees with its date and the data, and that the
 * loader checks the gate.
 */
export function judgePolicy(scripts: readonly Use[]): string[] {
  const computed = newestBefore(asOf);
  const faults = browserNames
    .filter((name) => computed[name] !== browsers[name])
    .map((name) => `islands/supported-browsers.ts: ${name} ${browsers[name]} should be ${computed[name]} as of ${asOf}`);
  const feature = lookUp(...gate.feature.split("."));
  if (!feature) return [...faults, `islands/supported-browsers.ts: there is no ${gate.feature} in the compatibility data`];
  for (const name of browserNames)
    if (feature.first[name] !== gate.browsers[name])
      faults.push(
        `islands/supported-browsers.ts: the gate ${gate.feature} is in ${name} since ${feature.first[name]}, not ${gate.browsers[name]}`,
      );
  if (lacking(feature, browsers).length > 0) faults.push(`The gate ${gate.feature} is not in ${missingIn(feature, browsers)}`);
  const isDetected = scripts.some(({ file, feature, detected }) => detected && file === gate.file && feature.id === gate.feature);
  return isDetected ? faults : [...faults, `${gate.file} does not ask for ${gate.feature} before it starts islands`];
}
