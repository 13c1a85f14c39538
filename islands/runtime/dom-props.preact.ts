import { options, type VNode } from "preact";

type Props = Record<string, unknown>;

/** The browser's names of React's events; for focus, the events that bubble. */
const events: Record<string, string> = { onDoubleClick: "onDblClick", onFocus: "onFocusIn", onBlur: "onFocusOut" };

const hyphenate = (name: string) => name.replace(/[A-Z]/g, "-$&").toLowerCase();

/** Adds `px` to numbers, except for properties without a unit. */
function withUnits(style: object): Props {
  const read: Props = { ...style };
  for (const name in read) if (+(read[name] as string) && !CSS.supports(hyphenate(name), `${read[name]}`)) read[name] += "px";
  return read;
}

function toDomProps(type: string, reactProps: Props): Props {
  const props: Props = {};
  for (let name in reactProps) {
    let value = reactProps[name];
    if (name === "value" && value == null && "defaultValue" in reactProps) continue;
    if (name === "style" && typeof value === "object") value = withUnits(value as object);
    if (name === "download" && value === true) value = "";
    if (name === "translate" && value === "no") value = false;
    // React's `onChange` is the browser's `input` event for text fields.
    if (name === "onChange" && /^(input|textarea)/.test(type) && !/box|file|radio/.test(`${reactProps.type}`))
      name = reactProps.onInput ? "onInputCapture" : "onInput";
    // SVG attributes with a hyphen in their name are also CSS properties.
    if (/[A-Z]/.test(name) && name in document.documentElement.style) name = hyphenate(name);
    props[events[name] ?? name] = value ?? undefined;
  }
  return props;
}

/** Selects the options in `defaultValue`; Preact itself only selects a single `value`. */
function selectOptions({ defaultValue, ...props }: Props): Props {
  const selected = defaultValue ?? (props.multiple && props.value);
  if (!selected) return props;
  const values = [selected].flat().map(String);
  for (const option of [props.children].flat(9) as (VNode<Props> | undefined)[])
    if (option?.props) option.props.selected = values.includes(`${option.props.value}`);
  return { ...props, value: undefined };
}

const { vnode: before, event: beforeEvent } = options;

/**
 * Translates React's props for Preact. On the server, and wherever preact/compat is used,
 * preact/compat has already done this.
 */
options.vnode = (vnode: VNode) => {
  before?.(vnode);
  const { type } = vnode;
  if (typeof type !== "string" || "$$typeof" in vnode) return;
  if (type === "select") vnode.props = selectOptions(vnode.props as Props) as typeof vnode.props;
  if (!type.includes("-")) vnode.props = toDomProps(type, vnode.props as Props) as typeof vnode.props;
};

options.event = (event: Event) =>
  Object.assign(beforeEvent?.(event) ?? event, {
    nativeEvent: event,
    persist() {},
    isDefaultPrevented: () => event.defaultPrevented,
    isPropagationStopped: () => event.cancelBubble,
  });
