import qrcode from "qrcode-generator";

/** A QR code as one path of an SVG, with the white border of four modules that readers need. */
export function qrPath(text: string): { size: number; path: string } {
  const code = qrcode(0, "M");
  code.addData(text);
  code.make();
  const modules = code.getModuleCount();
  const places = Array.from({ length: modules ** 2 }, (_, at) => [Math.floor(at / modules), at % modules] as const);
  const dark = places.filter(([row, column]) => code.isDark(row, column));
  return { size: modules + 8, path: dark.map(([row, column]) => `M${column + 4} ${row + 4}h1v1h-1z`).join("") };
}
