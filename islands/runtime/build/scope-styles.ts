import postcss, { type AtRule, type Container, type Declaration, type Root, type Rule } from "postcss";

/** The class, without the prefix, of every element that embedded islands render. */
const marker = "el";

/** Makes a selector more specific than a page's rules for elements, classes and attributes. */
const outweighing = ":not(#_)";

/** Selectors and rules for the whole page, which islands do not own. */
const ofPage = /(^|[\s>+~(,])(html|body)\b/;
const pageRules = /^(font-face|view-transition|page|layer)$/;

/**
 * Rewrites a stylesheet so that it affects only marked elements. Classes, ids, custom properties
 * and animations get the prefix. All sizes in `rem` become multiples of one custom property.
 * Colours that differ in a dark scheme follow the `color-scheme` of the element's place. Rules must
 * not be nested.
 */
export function scopeStyles(text: string, prefix: string): string {
  const sheet = postcss.parse(text);
  removePageRules(sheet);
  const tokens = takeTokens(sheet);
  const animations = renameAnimations(sheet, prefix);
  sheet.walkRules((rule) => {
    if (isFrame(rule)) return;
    rule.selectors = rule.selectors.map((selector) => scopeSelector(selector, prefix));
  });
  sheet.prepend(tokenRules(tokens));
  sheet.walkDecls((declaration) => {
    for (const one of longhands(declaration)) rewriteDeclaration(one, prefix, animations);
  });
  return sheet.toString();
}

const isFrame = ({ parent }: Rule): boolean => parent?.type === "atrule" && /keyframes$/.test((parent as AtRule).name);

function removePageRules(sheet: Root): void {
  sheet.walkAtRules((rule) => {
    if (pageRules.test(rule.name)) rule.remove();
  });
  sheet.walkRules((rule) => {
    const own = rule.selectors.filter((selector) => !ofPage.test(selector) && !selector.startsWith("::view-transition"));
    if (own.length === 0) rule.remove();
    else rule.selectors = own;
  });
  sheet.walkAtRules((rule) => {
    if (rule.nodes?.length === 0) rule.remove();
  });
}

type Tokens = { plain: Declaration[]; dark: Map<string, string>; wide: Container[] };

/**
 * Removes the custom properties of `:root` from the sheet and returns them: the default ones, those
 * of the dark scheme, and those of a screen width.
 */
function takeTokens(sheet: Root): Tokens {
  const tokens: Tokens = { plain: [], dark: new Map(), wide: [] };
  sheet.walkRules(":root", (rule) => {
    const media = rule.parent?.type === "atrule" ? (rule.parent as AtRule) : undefined;
    const declarations = rule.nodes.filter((node) => node.type === "decl" && node.prop.startsWith("--")) as Declaration[];
    if (!media) tokens.plain.push(...declarations);
    else if (media.params.includes("dark")) for (const { prop, value } of declarations) tokens.dark.set(prop, value);
    else tokens.wide.push(media.clone());
    (media ?? rule).remove();
  });
  return tokens;
}

/**
 * `:where` has no specificity, so any rule of the page for its root element overrides these
 * properties.
 */
const root = ":where(:root)";

function tokenRules({ plain, dark, wide }: Tokens): (Rule | AtRule)[] {
  const isColour = (value: string | undefined) => /^(oklch|#|rgb)[^,]*$/.test(value ?? "");
  const colours = plain.filter(({ prop, value }) => isColour(value) && isColour(dark.get(prop)));
  const adapting = postcss.atRule({ name: "supports", params: "(color:light-dark(red,red))" });
  const inBoth = postcss.rule({ selector: root });
  for (const { prop, value } of colours) inBoth.append({ prop, value: `light-dark(${value},${dark.get(prop)})` });
  adapting.append(inBoth);
  const usual = postcss.rule({ selector: root });
  usual.append({ prop: "--rem", value: "1rem" }, ...plain.map((declaration) => declaration.clone()));
  for (const container of wide) {
    container.walkRules((rule) => {
      rule.selector = root;
    });
  }
  return [usual, adapting, ...(wide as AtRule[])];
}

function renameAnimations(sheet: Root, prefix: string): RegExp {
  const names: string[] = [];
  sheet.walkAtRules(/keyframes$/, (rule) => {
    names.push(rule.params);
    rule.params = prefix + rule.params;
  });
  return new RegExp(`(?<![\\w-])(${names.join("|") || "(?!)"})(?![\\w-])`, "g");
}

/**
 * Scopes a selector such as `.button > a::before`: its names get the prefix, and its selected
 * element must have the marker.
 */
function scopeSelector(selector: string, prefix: string): string {
  const prefixed = selector
    .split(/(\[[^\]]*\])/)
    .map((part) => (part.startsWith("[") ? part : part.replace(/([.#])(?=[a-zA-Z_-])/g, `$1${prefix}`)))
    .join("");
  const at = prefixed.search(/::?(before|after|placeholder|backdrop|marker|selection|-webkit-[\w-]+|-moz-[\w-]+)$/);
  const [element, pseudo] = at < 0 ? [prefixed, ""] : [prefixed.slice(0, at), prefixed.slice(at)];
  const selected = element.replace(/(^|[\s>+~])\*?$/, "$1");
  return `${selected}.${prefix}${marker}${outweighing}${pseudo}`;
}

const fontShorthand = /^(\d+) (\S+) ?\/ ?(\S+) var\(--\w+\)$/;

/** Keeps the page's typeface: replaces `font` by its weight, size and line height. */
function longhands(declaration: Declaration): Declaration[] {
  if (declaration.prop === "font-family") declaration.remove();
  const [match, weight = "", size = "", height = ""] = fontShorthand.exec(declaration.value) ?? [];
  if (declaration.prop !== "font" || !match) return [declaration];
  const parts = { "font-weight": weight, "font-size": size, "line-height": height };
  const declarations = Object.entries(parts).map(([prop, value]) => declaration.clone({ prop, value }));
  declaration.replaceWith(...declarations);
  return declarations;
}

function rewriteDeclaration(declaration: Declaration, prefix: string, animations: RegExp): void {
  if (declaration.prop.startsWith("--")) declaration.prop = `--${prefix}${declaration.prop.slice(2)}`;
  const value = declaration.value
    .replaceAll("var(--", `var(--${prefix}`)
    .replace(/(?<![\w.-])(\d*\.?\d+)rem\b/g, (_, count: string) => `calc(${count}*var(--${prefix}rem))`);
  const isRoot = declaration.prop === `--${prefix}rem`;
  declaration.value = isRoot ? declaration.value : value;
  if (/^animation(-name)?$/.test(declaration.prop)) declaration.value = declaration.value.replace(animations, `${prefix}$1`);
}
