import { readFileSync } from "node:fs";
import { join } from "node:path";
import { transformSync } from "esbuild";
import { type AtRule, type ChildNode, type Declaration, parse, type Rule } from "postcss";
import valueParser from "postcss-value-parser";
import { browsers, target } from "../../../islands/supported-browsers.ts";
import { compat, type Feature, lacking, latest, lookUp, lookUpWith, type Use, type Versions } from "./data.ts";

/**
 * Finds a stylesheet's uses: at-rules, media features, selectors, properties, and their keywords,
 * functions and units.
 */
export function usesInStyles(root: string, file: string): Use[] {
  const uses: Use[] = [];
  parse(readFileSync(join(root, file), "utf8"), { from: file }).walk((node) => {
    const floor = floorOf(node);
    for (const feature of featuresOf(node))
      uses.push({ feature, file, line: node.source?.start?.line ?? 0, detected: false, floor });
  });
  return uses;
}

function featuresOf(node: ChildNode): Feature[] {
  const features = { atrule, rule, decl, comment: () => [] }[node.type](node as never);
  return features.filter((feature) => feature !== undefined);
}

/** The oldest versions that pass the `@supports` around a node; undefined without `@supports`. */
function floorOf({ parent }: { parent: ChildNode["parent"] }): Versions | undefined {
  const conditions: Versions[] = [];
  for (let node = parent as AtRule | undefined; node; node = node.parent as AtRule | undefined)
    if (node.type === "atrule" && node.name === "supports") conditions.push(...supported(node.params));
  return conditions[0] && latest(...conditions);
}

/** A condition with `or` or `not` guarantees no feature. */
function supported(condition: string): Versions[] {
  if (/\b(or|not)\b/.test(condition)) return [];
  const selectors = condition.matchAll(/selector\(((?:[^()]|\([^()]*\))*)\)/g);
  const declarations = condition.matchAll(/\(\s*([\w-]+)\s*:\s*((?:[^()]|\([^()]*\))*)\)/g);
  return [
    ...[...selectors].flatMap(([, text = ""]) => pseudo(text)),
    ...[...declarations].flatMap(([, prop = "", value = ""]) => ofProperty(prop, value)),
  ].flatMap((feature) => feature?.first ?? []);
}

type FeatureList = (Feature | undefined)[];

function atrule({ name, params }: AtRule): FeatureList {
  const features = [lookUp("css", "at-rules", name)];
  if (name === "supports") return features;
  for (const [, feature = ""] of params.matchAll(/\(\s*([a-z-]+)\s*[:)]/g))
    features.push(lookUp("css", "at-rules", name, feature));
  if (name === "media" && /[<>=]/.test(params)) features.push(lookUp("css", "at-rules", "media", "range_syntax"));
  if (name === "container" && /\bstyle\(/.test(params))
    features.push(lookUp("css", "at-rules", "container", "style_queries_for_custom_properties"));
  return features;
}

function rule({ selector, parent }: Rule): FeatureList {
  const inKeyframes = parent?.type === "atrule" && /keyframes$/.test((parent as AtRule).name);
  if (inKeyframes) return [];
  const isNested = parent?.type === "rule" || selector.includes("&");
  return [...pseudo(selector), isNested ? lookUp("css", "selectors", "nesting") : undefined];
}

const pseudo = (selector: string): FeatureList =>
  [...selector.matchAll(/::?([a-z-]+)/g)].map(([, name = ""]) => lookUp("css", "selectors", name));

function decl({ prop, value, parent }: Declaration): FeatureList {
  const descriptor = parent?.type === "atrule" && lookUp("css", "at-rules", (parent as AtRule).name, prop);
  return descriptor ? [descriptor] : ofProperty(prop, value);
}

function ofProperty(prop: string, value: string): FeatureList {
  const features: FeatureList = [propertyAsBuilt(prop, value)];
  const visit = (nodes: readonly valueParser.Node[], within: string): void => {
    for (const node of nodes) {
      if (node.type === "word")
        features.push(...(within ? [argument(within, node.value)] : keyword(prop, node.value)), unit(node.value));
      if (node.type !== "function" || node.value === "url") continue;
      features.push(lookUp("css", "properties", prop, node.value) ?? cssFunctions.get(node.value));
      visit(node.nodes, node.value || within);
    }
  };
  visit(valueParser(value).nodes, "");
  return features;
}

/** A property as the build writes it: the build adds prefixed forms to some properties. */
function propertyAsBuilt(prop: string, value: string): Feature | undefined {
  const plain = lookUp("css", "properties", prop);
  if (!plain || lacking(plain, browsers).length === 0) return plain;
  const { code } = transformSync(`a{${prop}:${value}}`, { loader: "css", target });
  const prefixes = ["-webkit-", "-moz-"].filter((prefix) => code.includes(`${prefix}${prop}:`));
  return lookUpWith(prefixes, "css", "properties", prop);
}

/**
 * Finds the features of a property's keyword. If the property is a shorthand and the keyword
 * belongs to a longhand that it accepted only later, that longhand and its keyword count too.
 */
function keyword(prop: string, word: string): FeatureList {
  const later = Object.keys(compat.css.properties?.[prop] ?? {}).filter((one) => lookUp("css", "properties", one, word));
  return [
    lookUp("css", "properties", prop, word),
    ...later.flatMap((one) => [lookUp("css", "properties", prop, one), lookUp("css", "properties", one, word)]),
  ];
}

const argument = (within: string, word: string) =>
  word === "from" ? lookUp("css", "types", "color", within, "relative_syntax") : undefined;

/** The data lists a viewport or container unit under the name of its group. */
function unit(word: string): Feature | undefined {
  const [, name = ""] = /^[-+]?[\d.]+([a-z]+)$/.exec(word) ?? [];
  const dataUnits: Record<string, string> = {
    cq: "container_query_length_units",
    dv: "viewport_percentage_units_dynamic",
    lv: "viewport_percentage_units_large",
    sv: "viewport_percentage_units_small",
  };
  return lookUp("css", "types", "length", dataUnits[name.slice(0, 2)] ?? name);
}

/** The data lists functions below the type that they return, and some below another function. */
const cssFunctions = new Map<string, Feature>();
function collectFunctions(names: readonly string[], tree: object): void {
  for (const name of Object.keys(tree)) {
    if (name === "__compat") continue;
    const feature = lookUp(...names, name);
    if (feature && !cssFunctions.has(name)) cssFunctions.set(name, feature);
  }
  // A shorter path comes before a longer one, because the same word may be used twice: `round()` is
  // a function of its own, and a word inside `polygon()`.
  for (const [name, inner] of Object.entries(tree)) if (names.length < 4) collectFunctions([...names, name], inner);
}
collectFunctions(["css", "types"], compat.css.types ?? {});
