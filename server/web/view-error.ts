/**
 * An error of a template: `view` is the innermost view, `line` is where the helper that threw
 * stands.
 */
export class ViewError extends Error {
  readonly view: string;
  readonly line: number | undefined;
  constructor(view: string, line: number | undefined, cause: unknown) {
    const message = cause instanceof Error ? cause.message : String(cause);
    super(`views/${view}.hbs${line === undefined ? "" : `:${line}`}: ${message}`, { cause });
    // A log shows only the stack.
    const [, ...frames] = (cause instanceof Error ? cause.stack : undefined)?.split(/\n(?= {4}at )/) ?? [];
    this.stack = [`Error: ${this.message}`, ...frames].join("\n");
    this.view = view;
    this.line = line;
  }
}

const lines = new WeakMap<object, number>();

type SyntaxNode = { loc?: { start: { line: number } } };

/**
 * Wraps a helper. If the helper throws, the line of its call in the template is noted for the
 * error.
 */
export function locatedHelper<Helper extends (this: unknown, ...args: never[]) => unknown>(helper: Helper): Helper {
  return function (this: unknown, ...args) {
    try {
      return helper.apply(this, args);
    } catch (error) {
      const { loc } = (args.at(-1) ?? {}) as SyntaxNode;
      if (loc && error instanceof Error && !(error instanceof ViewError) && !lines.has(error)) lines.set(error, loc.start.line);
      throw error;
    }
  } as Helper;
}

/** Wraps a template so that its errors say where they come from. */
export function locatedTemplate(view: string, template: HandlebarsTemplateDelegate): HandlebarsTemplateDelegate {
  return (context, options) => {
    try {
      return template(context, options);
    } catch (error) {
      if (error instanceof ViewError) throw error;
      throw new ViewError(view, error instanceof Error ? lines.get(error) : undefined, error);
    }
  };
}
